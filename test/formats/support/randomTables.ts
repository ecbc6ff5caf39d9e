import fc from "fast-check";
import type { TableColumn, TableValue } from "../../../src/model/tabular/tableColumn.ts";
import { numberColumn, textColumn, type Row } from "./tables.ts";

export interface RandomTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Row[];
}

/** Returns small tables with all kinds of columns, the same ones each time. */
export function randomTables(count: number): RandomTable[] {
  return fc.sample(table, { seed: 21, numRuns: count });
}

/** Has no NUL, because R ends a text there. */
const anyText = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.string({
      unit: fc.constantFrom("가", "힣", "a", " ", ",", '"', "'", "\n", "😀"),
      maxLength: 200,
    }),
  )
  .map((it) => it.replaceAll("\0", ""));
/** Labels in a dictionary have one line and no surrounding blanks. */
const label = fc
  .string({ unit: fc.constantFrom("라", "b", " ", "é", "😀", '"', "'"), maxLength: 25 })
  .map((it) => it.trim());
const value = fc.oneof(
  fc.integer({ min: -200, max: 200 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0),
);

const table: fc.Arbitrary<RandomTable> = fc
  .array(
    fc.record({
      isNumber: fc.boolean(),
      label,
      labels: fc.array(
        label.filter((it) => it !== ""),
        { maxLength: 4 },
      ),
      wide: fc.constantFrom(0, 0, 0, 9, 300, 1000),
      numbers: fc.array(fc.option(value), { minLength: 12, maxLength: 12 }),
      texts: fc.array(fc.option(anyText), { minLength: 12, maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain((parts) =>
    fc.integer({ min: 0, max: 12 }).map((rowCount) => ({
      columns: parts.map((part, index) => {
        const name = `${index % 2 === 0 ? "Q" : "문항"}${index}`;
        return part.isNumber
          ? numberColumn(name, {
              label: part.label,
              labels: part.labels.map((it, code) => ({ value: code, label: it })),
            })
          : textColumn(name, {
              width: Math.max(part.wide, ...part.texts.map((it) => Buffer.byteLength(it ?? ""))),
              label: part.label,
              labels: part.labels.map((it, code) => ({ value: `code ${code}`, label: it })),
            });
      }),
      rows: Array.from({ length: rowCount }, (_, row) =>
        parts.map((part): TableValue => (part.isNumber ? part.numbers : part.texts)[row] ?? null),
      ),
    })),
  );
