import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { indexColumn } from "../../src/analysis/columnIndex.ts";
import { rowSet } from "../../src/analysis/rowSet.ts";
import { prepareSplit } from "../../src/analysis/split.ts";
import { summarise } from "../../src/analysis/summarise.ts";
import { countedRows, naiveSplit, naiveSummary } from "./support/naive.ts";
import { options, shapes, subjectOf, type Given } from "./support/subjects.ts";

const rows = 24;

const codes = ["1", "2", "3", "x", "y"] as const;
const texts = ["", "a", "b", "A", "10", "9", "-2.5", "1e3", "01", "가", "\u0000"] as const;
const numbers = ["", "0", "-0.0", "-2.5", "-2.50", "10", "9", "9.000", "0.125"] as const;

function cellsOf(values: readonly string[], most: number): fc.Arbitrary<Given["cells"]> {
  const cell = fc.option(fc.array(fc.constantFrom(...values), { maxLength: most }));
  return fc.array(cell, { minLength: rows, maxLength: rows });
}

/**
 * A question with options: "x" is an option that only responses name, the code "y" is no option. Some answers have other
 * texts.
 */
const coded = fc
  .record({ several: fc.boolean(), declared: fc.boolean(), tellsAsked: fc.boolean() })
  .chain(({ several, declared, tellsAsked }) =>
    cellsOf(codes, several ? 4 : 1).chain((cells) =>
      othersOf(cells).map((others): Given => ({
        cells,
        others,
        options: options("1", "3", "2", "4", "x"),
        unknown: ["x"],
        tellsAsked,
        type: declared ? "MULTI_SELECT" : "SingleChoice",
      })),
    ),
  );

const open = fc
  .constantFrom<[readonly string[], number]>([texts, 1], [texts, 3], [numbers, 1])
  .chain(([values, most]) =>
    cellsOf(values, most).chain((cells) =>
      othersOf(cells).map((others): Given => ({ cells, others })),
    ),
  );

function othersOf(cells: Given["cells"]): fc.Arbitrary<Given["cells"]> {
  const beside = fc.constantFrom("", "", "p", "q");
  return fc.tuple(
    ...cells.map((cell) =>
      fc
        .array(beside, { minLength: cell?.length ?? 0, maxLength: cell?.length ?? 0 })
        .map((it) => (it.every((text) => text === "") ? null : it)),
    ),
  );
}

const given = fc.oneof(coded, open);
const scenario = fc.record({
  given,
  by: given,
  shape: fc.constantFrom(...shapes),
  passing: fc.array(fc.boolean(), { minLength: rows, maxLength: rows }),
  isFiltered: fc.boolean(),
  // Weights are multiples of a quarter, so their sums are exact.
  weights: fc.option(
    fc.array(fc.integer({ min: -2, max: 12 }), { minLength: rows, maxLength: rows }),
  ),
});

describe("summary of random columns", () => {
  it("matches a naive count cell by cell for every storage form", () => {
    fc.assert(
      fc.property(scenario, ({ given, by, shape, passing, isFiltered, weights }) => {
        const quarters = weights?.map((it) => it / 4);
        const set = rowSet({
          rows,
          passing: isFiltered ? Uint8Array.from(passing, Number) : undefined,
          weights: quarters && Float64Array.from(quarters),
        });
        const counted = countedRows(rows, isFiltered ? passing : passing.map(() => true), quarters);
        const split = prepareSplit(indexColumn(subjectOf(by, shape, "by"), rows), set);
        const summary = summarise(indexColumn(subjectOf(given, shape), rows), set, split);
        const { kind, bases, values, distinct, others } = summary;
        assert.deepEqual(
          plain({ kind, bases, values, distinct, others }),
          plain(naiveSummary(given, counted)),
        );
        const { parts = [], both, bothUnweighted, valueTotals } = summary.split ?? {};
        const its = parts.map((it) => ({ value: it.value, bases: it.bases, counts: it.counts }));
        assert.deepEqual(
          plain({ parts: its, both, bothUnweighted, valueTotals }),
          plain(naiveSplit(given, by, counted)),
        );
        assertFinite(summary);
      }),
      { seed: 7, numRuns: 600 },
    );
  });
});

/** Returns the value without its `undefined` members. */
function plain(it: object): unknown {
  return JSON.parse(JSON.stringify(it));
}

function assertFinite(it: unknown): void {
  if (typeof it === "number") {
    assert.ok(Number.isFinite(it));
  } else if (typeof it === "object" && it !== null) {
    Object.values(it).forEach(assertFinite);
  }
}
