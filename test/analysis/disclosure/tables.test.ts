import assert from "node:assert/strict";
import { DisclosureLedger } from "../../../src/analysis/disclosure/ledger.ts";
import { tellTable } from "../../../src/analysis/disclosure/tellTable.ts";
import type { Figure } from "../../../src/analysis/disclosure/toldFigures.ts";
import { needsFolder, realSurveys } from "../../support/shared.ts";
import { madePeople, realPeople, type People } from "./support/people.ts";

/** Guards against refusing too much: refusing everything would suppress all small counts, too. */
describe("tables of a whole survey", () => {
  it("show most large cells of generated people", () => assertMostTold(madePeople(1)));

  for (const survey of ["s000000z8", "s000000z9"]) {
    it(`show most large cells of the real survey ${survey}`, function () {
      needsFolder(this, realSurveys);
      assertMostTold(realPeople(survey));
    });
  }
});

/** Asks for the frequencies of a dozen attributes, and for their cross tables with the last attribute that has few codes. */
function assertMostTold(people: People): void {
  const ledger = new DisclosureLedger(5);
  const few = people.attributes.filter((it) => new Set(it).size <= 12);
  let [large, told] = [0, 0];
  for (const attribute of people.attributes.slice(-12)) {
    for (const by of [undefined, ...few.slice(-1).filter((it) => it !== attribute)]) {
      const cells = groups(people, (row) => [attribute[row] ?? 0, by?.[row] ?? 0].join());
      const answer = tellTable(ledger, {
        base: { rows: Uint32Array.from({ length: people.size }, (_, row) => row) },
        columnTotals: groups(people, (row) => `${attribute[row] ?? 0}`),
        rowTotals: by ? groups(people, (row) => `${by[row] ?? 0}`) : [],
        cells,
      });
      large += cells.filter((it) => it.rows.length >= 5).length;
      told += cells.filter((it, cell) => it.rows.length >= 5 && answer.cells[cell]).length;
    }
  }
  assert.ok(told > 0.6 * large, `${told} of ${large}`);
  assert.ok(large > 20, `${large}`);
}

function groups(people: People, keyOf: (row: number) => string): Figure[] {
  const found = new Map<string, number[]>();
  for (let row = 0; row < people.size; row++) {
    const key = keyOf(row);
    const rows = found.get(key) ?? [];
    rows.push(row);
    found.set(key, rows);
  }
  return [...found.values()].map((it) => ({ rows: Uint32Array.from(it) }));
}
