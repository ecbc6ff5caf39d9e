import assert from "node:assert/strict";
import type { TableColumn } from "../../src/model/tabular/tableColumn.ts";
import { tableTarget, wideTechnical } from "../../src/warehouse/tableColumns.ts";
import { answered, question, surveyOf, tableOf } from "../unit/model/tabular/support.ts";

describe("columns of a database table", () => {
  const columns = (count: number) =>
    Array.from({ length: count }, (_, at): TableColumn => ({
      ...{ name: `Q${at}`, label: "", type: "text", decimals: 0, width: 1 },
      ...{ measure: "nominal", labels: [] },
    }));
  const target = (count: number) =>
    tableTarget("answers", wideTechnical, columns(count), [], new Set(), () => true);

  it("are limited to 1,590, including those that identify a response", () => {
    assert.equal(target(1588).columns.length, 1588);
    const message =
      /would have 1,591 columns, and a table of the database has at most 1,590\. If the survey has fewer columns now, drop the table/;
    assert.throws(() => target(1589), { code: "too-large", message });
    // What the message advises helps: a table that was dropped comes back without what the survey no longer has.
    const stored = target(1588).columns;
    const again = (there: readonly string[]) =>
      tableTarget("answers", wideTechnical, columns(1), stored, new Set(there), () => true);
    assert.equal(again(stored.map((it) => it.name)).columns.length, 1588);
    assert.equal(again([]).columns.length, 1);
  });

  it("are numbers for integers of many digits, except answers to a question for long texts", () => {
    const answers = ["9007199254740993", "1"].map((it) => answered({ q: [it] }));
    const typeFor = (type: string) => {
      const { columns } = tableOf(surveyOf([question("q", {}, type)]), answers);
      const made = tableTarget("answers", wideTechnical, columns, [], new Set(), () => true);
      return made.columns.find((it) => it.name === "q")?.type;
    };
    assert.equal(typeFor("SHORT_TEXT"), "numeric");
    assert.equal(typeFor("LONG_TEXT"), "text");
  });

  it("stay numbers while no response has a value for them", () => {
    const survey = surveyOf([question("q", {}, "SHORT_TEXT")]);
    const typeAfter = (stored: Parameters<typeof tableTarget>[3], ...values: string[]) => {
      const { columns } = tableOf(
        survey,
        values.map((it) => answered({ q: [it] })),
      );
      const there = new Set(stored.map((it) => it.name));
      const made = tableTarget("answers", wideTechnical, columns, stored, there, () => true);
      return { columns: made.columns, type: made.columns.find((it) => it.name === "q")?.type };
    };
    const before = typeAfter([], "41");
    assert.equal(before.type, "numeric");
    assert.equal(typeAfter(before.columns).type, "numeric");
    assert.equal(typeAfter(before.columns, "").type, "numeric");
    assert.throws(() => typeAfter(before.columns, "many"), /"q" .* holds numbers/);
  });

  it("do not take the name of a column that others have added", () => {
    const again = (stored: Parameters<typeof tableTarget>[3], there: readonly string[]) =>
      tableTarget("answers", wideTechnical, columns(2), stored, new Set(there), () => true);
    const namesOf = ({ columns: its }: ReturnType<typeof again>) => its.map((it) => it.name);
    const made = again(target(1).columns, ["Q0", "q1"]);
    assert.deepEqual(namesOf(made), ["Q0", "Q1_2"]);
    // Its own columns keep their names in later loads.
    assert.deepEqual(namesOf(again(made.columns, ["Q0", "q1", "Q1_2"])), ["Q0", "Q1_2"]);
  });
});
