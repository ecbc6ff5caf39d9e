import { strict as assert } from "node:assert";
import { SurveyError } from "../../../src/model/errors.ts";
import {
  requireUrlRows,
  rowChecker,
  tableOfObjects,
  urlParameters,
  urlValues,
  withColumns,
  withParameters,
} from "../../../src/model/urlTable.ts";

const parameters = urlParameters([
  { name: "panelist" },
  { name: "wave", isCollectable: true },
  { name: "source", isCollectable: false },
]);

describe("row for a response URL", () => {
  const columns = ["panelist", "wave", "source", "colour"];

  it("is valid with a value for every collectable parameter", () => {
    assert.deepEqual(rowChecker(columns, parameters)(["007", 2, null, null]), []);
  });

  it("is marked for missing and unknown keys and for values that are neither text nor number", () => {
    assert.deepEqual(rowChecker(columns, parameters)([null, { json: "true" }, null, "red"]), [
      { kind: "missing", column: 0 },
      { kind: "wrong-type", column: 1 },
      { kind: "unknown", column: 3 },
    ]);
  });

  it("accepts any key if the survey has no parameters", () => {
    assert.deepEqual(rowChecker(["x", "y"], [])(["a", { json: "[]" }]), [
      { kind: "wrong-type", column: 1 },
    ]);
  });

  it("is sent with its values by key, numbers as numbers", () => {
    assert.deepEqual(urlValues(["007", 2, null, null], columns), { panelist: "007", wave: 2 });
  });
});

describe("table of rows for response URLs", () => {
  it("has a column for every key of its objects, and keeps values that the API rejects", () => {
    const table = tableOfObjects([{ a: "1" }, { b: 2, a: null }, { c: 2 ** 53 }]);
    assert.deepEqual(table, {
      columns: ["a", "b", "c"],
      rows: [
        ["1", null, null],
        [{ json: "null" }, 2, null],
        [null, null, { json: "9007199254740992" }],
      ],
    });
  });

  it("keeps a key named __proto__", () => {
    const table = tableOfObjects([JSON.parse('{"__proto__":"x","toString":"y"}') as object]);
    assert.deepEqual(table.columns, ["__proto__", "toString"]);
    const values = urlValues(table.rows[0] ?? [], table.columns);
    assert.deepEqual(Object.entries(values), [
      ["__proto__", "x"],
      ["toString", "y"],
    ]);
  });

  it("lists the survey's parameters first, in their order", () => {
    const table = { columns: ["wave", "x"], rows: [["2", "y"]] };
    assert.deepEqual(withParameters(table, parameters), {
      columns: ["panelist", "wave", "source", "x"],
      rows: [[null, "2", null, "y"]],
    });
    assert.deepEqual(withColumns(table, ["wave"]), { columns: ["wave"], rows: [["2"]] });
  });

  it("rejects an invalid row with its number and the reason", () => {
    const rejects = (row: object, message: RegExp): void => {
      const table = tableOfObjects([{ panelist: "a", wave: 1 }, row]);
      assert.throws(
        () => requireUrlRows(table, parameters),
        (error) => error instanceof SurveyError && message.test(error.message),
      );
    };
    rejects({ panelist: "b" }, /^Row 2 has no value for the parameter "wave"\. Nothing was sent/);
    rejects({ panelist: "b", wave: 1, hue: 3 }, /Row 2 .*"hue".*"panelist", "wave", "source"/);
    rejects({ panelist: "b", wave: false }, /Row 2 .*"wave".*neither text nor a number/);
    requireUrlRows(tableOfObjects([{ panelist: "", wave: 0 }]), parameters);
  });
});
