import assert from "node:assert/strict";
import fc from "fast-check";
import { cellReader, structureColumns, withResponseColumns } from "../../../../src/model/grid.ts";
import type { Answer, Response } from "../../../../src/model/response.ts";
import type { Table } from "../../../../src/model/tabular/table.ts";
import type { TableColumn, TableValue } from "../../../../src/model/tabular/tableColumn.ts";
import { utf8Length } from "../../../../src/model/tabular/valueFacts.ts";
import { answered, question, surveyOf, tableOf } from "./support.ts";

const seed = 20_261_122;

const survey = surveyOf([
  question("single", { "1": "One", "2": "Two; or more" }),
  question("several", { b: "B", a: "A", "c;d": "C\\D" }, "MULTI_SELECT"),
  question("open"),
  question("numbers", {}, "Number"),
]);

const text = fc.constantFrom("x", "", ";", "\\", "a;b\\;", "한국어", "\ud83d\ude00", "NA", "1\n2");
const other = fc.option(text, { nil: undefined, freq: 3 });
const answers = (value: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<Answer[]> =>
  fc.array(fc.record({ value, etcValue: other }), { maxLength });

/** Responses with several answers to each question in some runs, with one at most in others. */
const responses: fc.Arbitrary<Response[]> = fc.integer({ min: 1, max: 3 }).chain((most) =>
  fc.array(
    fc
      .record({
        single: answers(fc.constantFrom("1", "2", "77", ""), 1),
        several: answers(fc.constantFrom("a", "b", "c;d", "unknown", "10", "9", ""), most),
        open: answers(text, most),
        numbers: answers(fc.constantFrom("1", "2.5", "-3"), most),
        value: fc.array(text, { maxLength: most }),
      })
      .map(({ value, ...given }) =>
        answered(
          given,
          value.map((it) => ({ name: "field", value: it })),
        ),
      ),
    { maxLength: 6 },
  ),
);

/** Splits a cell as an analyst would do it. */
function parts(delimited: string): string[] {
  const values = [""];
  for (const [unit] of delimited.matchAll(/\\.|[^\\]/gsu)) {
    if (unit === ";") {
      values.push("");
    } else {
      values.push((values.pop() ?? "") + unit.replace(/^\\(?=.)/s, ""));
    }
  }
  return values;
}

/** Returns the texts of a cell: none, one, or several. */
function textsOf(column: TableColumn | undefined, value: TableValue | undefined): string[] {
  if (value === null || value === undefined) {
    return [];
  }
  return column?.isDelimited === true ? parts(String(value)) : [String(value)];
}

/** Returns the codes and texts that a row has for a variable. An empty text beside an answer counts as none. */
function rebuilt(table: Table, row: readonly TableValue[], name: string) {
  const its = table.columns.flatMap((column, index) =>
    column.origin?.name === name ? [{ column, part: column.origin.part, value: row[index] }] : [],
  );
  const of = (part: string) => its.filter((it) => it.part === part);
  const [order] = of("order");
  const [value] = of("value");
  const texts = of("other").flatMap(({ column, value: written }) =>
    textsOf(column, written).map((it, index) => ({ code: column.origin?.code, text: it, index })),
  );
  const chosen = of("option").filter((it) => it.value === 1);
  const codes = order
    ? textsOf(order.column, order.value)
    : value
      ? textsOf(value.column, value.value)
      : chosen.map((it) => it.column.origin?.code ?? "");
  return { codes, texts };
}

function expected(answer: readonly Answer[], isCoded: boolean) {
  const said = isCoded ? answer.filter((it) => it.value !== "" || it.etcValue) : answer;
  const texts = said.flatMap(({ value, etcValue }) => (etcValue ? [`${value}|${etcValue}`] : []));
  return { codes: said.map((it) => it.value), texts };
}

describe("table without loss of data", () => {
  for (const multiSelect of ["columns", "delimited"] as const) {
    it(`keeps all values in the wide layout with questions of several answers as ${multiSelect}`, () => {
      fc.assert(
        fc.property(responses, (its) => {
          const table = tableOf(survey, its, { multiSelect });
          for (const response of its) {
            const [row = []] = table.rowsOf(response);
            assert.equal(row.length, table.columns.length);
            for (const { name, answer } of response.variables) {
              const isCoded = name === "single" || name === "several";
              const { codes, texts } = rebuilt(table, row, name);
              const wanted = expected(answer, isCoded);
              // An answer without a code has no column of its own, only its text.
              const coded = isCoded ? wanted.codes.filter((it) => it !== "") : wanted.codes;
              assert.deepEqual(isCoded ? codes.filter((it) => it !== "") : codes, coded);
              const written = isCoded
                ? texts.filter((it) => it.text !== "").map((it) => `${it.code ?? ""}|${it.text}`)
                : texts.flatMap((it) => (it.text ? [`${codes[it.index] ?? ""}|${it.text}`] : []));
              assert.deepEqual(written.toSorted(), wanted.texts.toSorted());
            }
            const field = response.embeddedData.map((it) => it.value);
            assert.deepEqual(rebuilt(table, row, "field").codes, field);
          }
        }),
        { seed, numRuns: 600 },
      );
    });
  }

  it("keeps all values in the long layout", () => {
    fc.assert(
      fc.property(responses, (its) => {
        const table = tableOf(survey, its, { layout: "long" });
        const first = table.columns.findIndex((it) => it.name === "variable");
        let rows = 0;
        for (const response of its) {
          const written = table.rowsOf(response).map((row) => row.slice(first));
          rows += written.length;
          assert.deepEqual(
            written.map(([variable, value, , otherText]) => [variable, value, otherText]),
            [
              ...response.variables.flatMap(({ name, answer }) =>
                answer.map((it) => [
                  name,
                  it.value,
                  it.etcValue === "" ? null : (it.etcValue ?? null),
                ]),
              ),
              ...response.embeddedData.map((it) => ["field", it.value, null]),
            ],
          );
        }
        assert.equal(table.rows, rows);
      }),
      { seed, numRuns: 500 },
    );
  });

  it("has no value wider than, or of another type than, its column", () => {
    const form = fc.record({
      layout: fc.constantFrom("wide" as const, "long" as const),
      cells: fc.constantFrom("codes" as const, "labels" as const, "both" as const),
      multiSelect: fc.constantFrom("columns" as const, "delimited" as const),
    });
    fc.assert(
      fc.property(responses, form, (its, given) => {
        const table = tableOf(survey, its, given);
        for (const row of its.flatMap((it) => table.rowsOf(it))) {
          for (const [index, { name, type, width, decimals }] of table.columns.entries()) {
            const value = row[index] ?? null;
            if (value !== null) {
              const its = type === "number" ? "number" : "string";
              assert.equal(typeof value, its, name);
              assert.ok(utf8Length(String(value)) <= width, `${name}: ${String(value)}`);
              assert.ok(type === "text" || Number(Number(value).toFixed(decimals)) === value);
            }
          }
        }
      }),
      { seed, numRuns: 600 },
    );
  });

  it("assigns answers to the same questions as the grid", () => {
    const ranked = surveyOf(
      [
        { name: "1", rank: 1, label: "One", options: [] },
        { name: "2", rank: 2, label: "Two", options: [] },
      ],
      { apiVersion: "v2" },
    );
    // The structure has ranks 1 and 2. Rank 3, and the name without a rank, are only in responses.
    const named = fc.oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom("age", "sex", undefined))
        .map(([rank, name = String(rank)]) => ({ rank, name })),
      fc.constant({ name: "zed", rank: undefined }),
    );
    const variable = fc
      .tuple(named, text)
      .map(([it, value]) => ({ ...it, options: [], answer: [{ value }] }));
    const one = fc
      // Of two answers that share a column, the grid shows only one.
      .uniqueArray(variable, { maxLength: 3, selector: (it) => it.rank ?? it.name })
      .map((variables): Response => ({ variables, embeddedData: [] }));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 5 }), (its) => {
        const columns = withResponseColumns(structureColumns(ranked), its);
        const cells = cellReader(columns);
        const table = tableOf(ranked, its);
        const variables = columns.flatMap((it, index) => (it.kind === "variable" ? [index] : []));
        const first = table.columns.findIndex((it) => it.origin?.kind === "variable");
        for (const response of its) {
          const shown = cells(response);
          const row = table.rowsOf(response)[0] ?? [];
          assert.deepEqual(
            row.slice(first).map((it) => (it === null ? undefined : String(it))),
            variables.map((it) => shown[it]?.[0]?.value),
          );
        }
      }),
      { seed, numRuns: 1000 },
    );
  });
});
