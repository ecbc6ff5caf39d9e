import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { indexColumn, type ColumnIndex } from "../../src/analysis/columnIndex.ts";
import { rowSet, type RowSet } from "../../src/analysis/rowSet.ts";
import { prepareSplit } from "../../src/analysis/split.ts";
import type { TextCell } from "../../src/analysis/columnCells.ts";
import { summarise } from "../../src/analysis/summarise.ts";
import { mappers } from "../../src/client/mappers/mappers.ts";
import { crossTable, type CrossCell } from "../../src/model/crossTable.ts";
import { gridCells, structureColumns } from "../../src/model/grid.ts";
import type { Statistics } from "../../src/model/summary.ts";
import { subjectOf } from "../analysis/support/subjects.ts";
import { exportedSav, surveyId } from "../formats/support/bigFive.ts";
import { psppTables, type PsppTable } from "../formats/support/pspp.ts";
import { startService, type TestService } from "../service/support/dataSpace.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { needsPspp } from "../support/witnesses.ts";

interface Answers {
  readonly rows: number;
  /** Columns by question name. */
  readonly columns: ReadonlyMap<string, ColumnIndex>;
  /** Returns the values of a question, by row. */
  readonly numbers: (name: string) => number[];
}

async function answersOfSource(): Promise<Answers> {
  const folder = join(realSurveys, "surveys", surveyId);
  const { survey: decodeSurvey, response: decodeResponse } = mappers.v3;
  const survey = decodeSurvey(JSON.parse(await readFile(join(folder, "survey.json"), "utf8")));
  const lines = await readFile(join(folder, "responses.ndjson"), "utf8");
  const responses = lines
    .trimEnd()
    .split("\n")
    .map((line) => decodeResponse(JSON.parse(line)));
  const columns = structureColumns(survey);
  const rows = responses.map((it) => gridCells(columns, it));
  const cellsOf = (place: number): TextCell[] =>
    rows.map((row) => row[place]?.map(({ value }) => value) ?? null);
  const cells = new Map(
    columns.flatMap(({ kind, name }, place) =>
      kind === "variable" ? [[name, cellsOf(place)] as const] : [],
    ),
  );
  return {
    rows: rows.length,
    columns: new Map(
      columns
        .filter(({ kind }) => kind === "variable")
        .map(({ name, options, type = "" }) => {
          const given = { cells: cells.get(name) ?? [], options, type };
          return [name, indexColumn(subjectOf(given, "whole", name), rows.length)];
        }),
    ),
    numbers: (name) => (cells.get(name) ?? []).map((it) => Number(it?.[0] ?? NaN)),
  };
}

interface Scenario {
  readonly name: string;
  readonly commands: string;
  readonly set: (answers: Answers) => RowSet;
}

function selected({ rows, numbers }: Answers): Uint8Array {
  const [education, age] = [numbers("education"), numbers("age")];
  return Uint8Array.from({ length: rows }, (_, row) =>
    (education[row] ?? 0) >= 4 && (age[row] ?? 0) >= 30 ? 1 : 0,
  );
}

function weights({ numbers }: Answers, divisor: number): Float64Array {
  return Float64Array.from(numbers("age"), (it) => it / divisor);
}

const select = "SELECT IF education >= 4 AND age >= 30.\n";
// PSPP prints weighted counts in the format of the weight.
const weightBy = (divisor: number): string =>
  `COMPUTE w_ = age / ${divisor}.\nFORMATS w_ (F20.8).\nWEIGHT BY w_.\n`;

const scenarios: readonly Scenario[] = [
  { name: "of all responses", commands: "", set: ({ rows }) => rowSet({ rows }) },
  {
    name: "with a filter",
    commands: select,
    set: (it) => rowSet({ rows: it.rows, passing: selected(it) }),
  },
  {
    name: "weighted",
    commands: weightBy(1),
    set: (it) => rowSet({ rows: it.rows, weights: weights(it, 1) }),
  },
  {
    name: "weighted by fractions, with a filter",
    commands: select + weightBy(32),
    set: (it) => rowSet({ rows: it.rows, passing: selected(it), weights: weights(it, 32) }),
  },
];

/** Row and column of each cross table. */
const crossed = [
  ...["A1", "C3", "E5", "N2", "O4", "age"].map((it) => [it, "gender"] as const),
  ["gender", "age"] as const,
  ["A1", "A2"] as const,
  ["N4", "age"] as const,
];

/** Asserts a percentage as PSPP prints it, with one decimal. */
function assertPercent(printed: string | undefined, percent: number | undefined, what: string) {
  assert.match(printed ?? "", /^\d*\.\d%$/, what);
  assert.ok(Math.abs(parseFloat(printed ?? "") - (percent ?? NaN)) <= 0.05 + 1e-9, what);
}

/** Allows for rounding: weights are added up in another order. */
function assertNear(printed: string | undefined, figure: number | undefined, what: string) {
  assert.match(printed ?? "", /^-?\d*\.?\d+$/, what);
  const [a, b] = [Number(printed), figure ?? NaN];
  // Counts have the 8 decimals of the weight, other figures 14 digits.
  assert.ok(Math.abs(a - b) <= 1e-11 * Math.abs(b) + 1e-8, `${what}: ${a} and ${b}`);
}

describe("summary of the Big Five compared with PSPP", () => {
  let service: TestService | undefined;
  let sav: Uint8Array;
  let answers: Answers;

  before(async function () {
    needsFolder(this, realSurveys);
    needsPspp(this);
    service = await startService(["--directory", realSurveys]);
    sav = await exportedSav(service);
    answers = await answersOfSource();
    assert.equal(answers.columns.size, 28);
  });
  after(() => service?.stop());

  for (const { name, commands, set: setOf } of scenarios) {
    describe(name, () => {
      let tables: PsppTable[];
      let set: RowSet;

      before(async () => {
        const names = [...answers.columns.keys()].join(" ");
        const crosses = crossed.map(
          ([row, column]) =>
            `CROSSTABS ${row} BY ${column} /CELLS=COUNT ROW COLUMN TOTAL /STATISTICS=CHISQ.\n`,
        );
        tables = await psppTables(
          sav,
          `SET TVARS=NAMES /TNUMBERS=VALUES /FORMAT=F40.14.\n${commands}` +
            `FREQUENCIES ${names} /STATISTICS=MEAN STDDEV MINIMUM MAXIMUM MEDIAN /PERCENTILES=25 50 75.\n` +
            `DESCRIPTIVES ${names}.\n${crosses.join("")}`,
        );
        set = setOf(answers);
        assert.ok(set.rows.length > 200);
      });

      const rowsOf = (title: string): PsppTable["rows"] => {
        const found = tables.filter((it) => it.title === title);
        assert.equal(found.length, 1, title);
        return found[0]?.rows ?? [];
      };

      it("matches its frequencies", () => {
        for (const [question, index] of answers.columns) {
          const { bases, values, distinct, histogram } = summarise(index, set);
          const rows = rowsOf(question);
          const frequencies = rows.filter(
            ([kind, value]) => /^(Valid)?$/.test(kind ?? "") && value,
          );
          assert.equal(frequencies.length, distinct, question);
          if (histogram) {
            assert.equal(question, "age");
            const { from, width, counts } = histogram;
            const expected = counts.map(() => 0);
            for (const [, value, count] of frequencies) {
              const bin = Math.floor((Number(value) - from) / width);
              expected[bin] = (expected[bin] ?? NaN) + Number(count);
            }
            counts.forEach((it, bin) => {
              assertNear(String(expected[bin]), it, `${question}, bin ${bin}`);
            });
          }
          const given = values.filter((it) => it.count > 0);
          assert.equal(given.length, distinct, question);
          for (const { value, count } of given) {
            const row = frequencies.find((it) => Number(it[1]) === Number(value));
            const what = `${question} = ${value}`;
            assertNear(row?.[2], count, what);
            assertPercent(row?.[3], (100 * count) / bases.all, what);
            assertPercent(row?.[4], (100 * count) / bases.answered, what);
          }
        }
      });

      it("matches its statistics", () => {
        const [[, , ...names] = [], ...rows] = rowsOf("Statistics");
        assert.deepEqual(names, [...answers.columns.keys()]);
        const described = rowsOf("Descriptive Statistics");
        for (const [place, question] of names.entries()) {
          const index = answers.columns.get(question);
          assert.ok(index);
          const { statistics, bases } = summarise(index, set);
          const figure = (label: string, at = 0): string | undefined =>
            rows.find((it) => it[at] === label)?.[place + 2];
          const expected: Record<keyof Statistics, string | undefined> = {
            n: figure("Valid", 1),
            mean: figure("Mean"),
            sd: figure("Std Dev"),
            min: figure("Minimum"),
            max: figure("Maximum"),
            q1: figure("25", 1),
            median: figure("Median"),
            q3: figure("75", 1),
          };
          for (const [key, printed] of Object.entries(expected)) {
            assertNear(printed, statistics?.[key as keyof Statistics], `${question}, ${key}`);
          }
          assertNear(figure("Missing", 1), bases.all - bases.answered, question);
          const [, ...itsRow] = described.find(([it]) => it === question) ?? [];
          const { n, mean, sd, min, max } = statistics ?? {};
          [n, mean, sd, min, max].forEach((it, at) => {
            assertNear(itsRow[at], it, `${question}, described`);
          });
        }
      });

      for (const [question, by] of crossed) {
        it(`matches its cross table of ${question} by ${by}`, () => {
          const [index, byIndex] = [answers.columns.get(question), answers.columns.get(by)];
          assert.ok(index && byIndex);
          const summary = summarise(index, set, prepareSplit(byIndex, set));
          const { values, split } = summary;
          assert.ok(split);
          const place = tables.findIndex((it) => it.title === `${question} × ${by}`);
          const [, head = [], ...rows] = tables[place]?.rows ?? [];
          const table = crossTable(summary, split);
          const givenParts = split.parts.flatMap(({ value, bases }, part) =>
            bases.answered > 0 ? [{ value, part }] : [],
          );
          const given = values.flatMap(({ value }, row) =>
            (split.valueTotals[row] ?? 0) > 0 ? [{ value, row }] : [],
          );
          assert.deepEqual(
            head.slice(3, -1).map(Number),
            givenParts.map((it) => Number(it.value)),
          );
          assert.deepEqual(
            rows.filter((it) => it[2] === "Count").map((it) => it[1]),
            [
              ...given.map(
                (it) =>
                  rows.find((row) => Number(row[1]) === Number(it.value) && row[1] !== "")?.[1],
              ),
              "",
            ],
          );
          const cells = [
            ...given.map(({ row }) => [
              ...givenParts.map(({ part }) => table.cells[row]?.[part]),
              table.rowTotals[row],
            ]),
            [...givenParts.map(({ part }) => table.columnTotals[part]), table.total],
          ];
          assert.equal(rows.length, cells.length * 4);
          for (const [row, its] of cells.entries()) {
            for (const [column, cell] of its.entries()) {
              const printed = (line: number) => rows[row * 4 + line]?.[column + 3];
              const what = `row ${row}, column ${column}`;
              assertCell(cell, [printed(0), printed(1), printed(2), printed(3)], what);
            }
          }
          const test = tables[place + 1];
          assert.equal(test?.title, "Chi-Square Tests");
          const [, chiSquare, degrees, p] =
            test.rows.find(([it]) => it === "Pearson Chi-Square") ?? [];
          assertNear(chiSquare, split.test?.chiSquare, "chi-square");
          assertNear(degrees, split.test?.degreesOfFreedom, "degrees of freedom");
          assert.match(p ?? "", /^1?\.\d{3}$/);
          assert.ok(Math.abs(Number(p) - (split.test?.p ?? NaN)) <= 0.0005 + 1e-9, "p");
          const n = test.rows.find(([it]) => it === "N of Valid Cases");
          assertNear(n?.[1], split.test?.n, "n");
        });
      }
    });
  }
});

function assertCell(
  cell: CrossCell | undefined,
  [count, row, column, total]: readonly (string | undefined)[],
  what: string,
): void {
  assertNear(count, cell?.count, what);
  assertPercent(row, cell?.rowPercent, what);
  assertPercent(column, cell?.columnPercent, what);
  assertPercent(total, cell?.totalPercent, what);
}
