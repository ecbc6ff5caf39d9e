import { strict as assert } from "node:assert";
import { drawnRows, type FigureRow } from "../../../src/charts/table.ts";

describe("rows of a table drawn in a page", () => {
  const drawn = (rows: number, columns: number): (string | undefined)[] => {
    const row = (text: string, isFoot: boolean): FigureRow => ({ cells: [{ text }], isFoot });
    const body = Array.from({ length: rows }, (_, at) => row(`row ${at}`, false));
    const head = Array.from({ length: columns }, () => ({ text: "head", isNumber: true }));
    return drawnRows({ head, rows: [...body, row("foot", true)] }).map((it) => it.cells[0]?.text);
  };

  it("include all of a small table", () => {
    assert.deepEqual(drawn(3, 10), ["row 0", "row 1", "row 2", "foot"]);
    assert.deepEqual(drawn(0, 0), ["foot"]);
  });

  it("include the first rows and the foot of a large table", () => {
    const rows = drawn(1000, 1000);
    assert.equal(rows.length, 20 + 1);
    assert.deepEqual(rows.slice(-2), ["row 19", "foot"]);
  });
});
