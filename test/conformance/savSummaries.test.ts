import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as z from "zod";
import { columnKey, type Column } from "../../src/model/grid.ts";
import { noMissingCodes, type MissingCodes } from "../../src/model/missingCodes.ts";
import type { QuestionSummary } from "../../src/model/summary.ts";
import { isMultiSelect } from "../../src/model/tabular/questionTypes.ts";
import { tableScan, type Table } from "../../src/model/tabular/table.ts";
import type { TableColumn } from "../../src/model/tabular/tableColumn.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import { savNames } from "../../src/formats/writers/sav/names.ts";
import type { TableRegistry } from "../../src/table/tableRegistry.ts";
import { collect } from "../client/support/collect.ts";
import { realSurveys } from "../support/shared.ts";
import { psppTables, type PsppTable } from "../formats/support/pspp.ts";
import { savFile } from "../formats/support/sav.ts";
import { output } from "../formats/support/tools.ts";
import { fillTable, tablesIn } from "../table/support/filledTables.ts";
import type { NaiveSurvey } from "../table/support/naiveSummary.ts";
import { clientOf, served } from "./support/clients.ts";
import { needsPspp, needsR } from "../support/witnesses.ts";
import { folderOfSuite } from "../support/folders.ts";

/** A column of a .sav file, and its figures in the summary. */
interface Figures {
  readonly name: string;
  readonly answered: number;
  readonly missing: number;
  /** Counts by value; absent if the summary does not list all values. */
  readonly counts?: ReadonlyMap<string, number> | undefined;
}

/** Two single-answer questions, and the figures of their cross table in the summary. */
interface Crossed {
  readonly names: readonly [string, string];
  readonly both: number;
  readonly chiSquare: number;
  readonly degrees: number;
}

interface SurveyFile {
  readonly surveyId: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly figures: readonly Figures[];
  readonly crossed: readonly Crossed[];
}

/** The tolerance is the precision that PSPP prints, and allows for R adding up in another order. */
function assertNear(actual: number, expected: number, what: string): void {
  assert.ok(
    Math.abs(actual - expected) <= 1e-8 * Math.max(1, Math.abs(expected)),
    `${what}: ${actual} instead of ${expected}`,
  );
}

function figuresOf(columns: readonly TableColumn[], summary: QuestionSummary): Figures[] {
  const { column: key, kind, bases, values, distinct } = summary;
  const given = values.filter((it) => it.count > 0);
  const isListed = given.length === distinct;
  const base = { answered: bases.answered, missing: bases.all - bases.answered };
  return columns.flatMap(({ name, origin }): Figures[] => {
    if (!origin || columnKey(origin) !== key) {
      return [];
    }
    if (origin.part === "option") {
      const count = values.find((it) => it.value === origin.code)?.count ?? 0;
      const counts = [["1", count] as const, ["0", bases.answered - count] as const];
      return [{ name, ...base, counts: new Map(counts.filter((it) => it[1] > 0)) }];
    }
    return origin.part === "value" && kind !== "multiple"
      ? [
          {
            name,
            ...base,
            counts: isListed ? new Map(given.map((it) => [it.value, it.count])) : undefined,
          },
        ]
      : [];
  });
}

/** A survey of the sample or of the real ones, in a table. */
interface FilledSurvey {
  readonly surveyId: string;
  readonly table: number;
  readonly of: NaiveSurvey;
}

/** Reads each survey of the sample, and of the real ones if they are there, that has responses. */
async function filledSurveys(tables: TableRegistry): Promise<FilledSurvey[]> {
  const surveys: FilledSurvey[] = [];
  for (const space of [undefined, ...(existsSync(realSurveys) ? [realSurveys] : [])]) {
    const client = clientOf(await served(space), "v3");
    for (const { surveyId } of await collect(client.listSurveys())) {
      const filled = await fillTable(tables, client, surveyId);
      if (filled.of.responses.length > 0) {
        surveys.push({ surveyId, ...filled });
      }
    }
  }
  return surveys;
}

/** Writes a survey to a file, and summarises its table. */
async function surveyFile(
  { surveyId, table: id, of }: FilledSurvey,
  path: string,
  tables: TableRegistry,
  missing: MissingCodes,
): Promise<SurveyFile> {
  const scan = tableScan({ ...of, kind: "responses", missingCodes: missing });
  scan.add(of.responses);
  const table = scan.table(defaultTableForm);
  const { bytes } = await savFile({
    ...table,
    rows: of.responses.flatMap((it) => table.rowsOf(it)),
  });
  await writeFile(path, bytes);
  const columns = of.columns.filter((it) => it.kind !== "metadata").map(columnKey);
  const { summaries } = await tables.summarise(id, { columns, filter: {}, missing });
  const named = withSavNames(table);
  const figures = summaries.flatMap((it) => figuresOf(named, it));
  const crossed = await crossedOf(tables, { table: id, missing }, named, summaries);
  return { surveyId, path, bytes, figures, crossed };
}

function withSavNames({ columns }: Table): TableColumn[] {
  const names = savNames(columns.map((it) => it.name));
  return columns.map((it, index) => ({ ...it, name: names[index] ?? "" }));
}

/** Crosses each single-answer question that has options with the first two of them. */
async function crossedOf(
  tables: TableRegistry,
  { table, missing }: { readonly table: number; readonly missing: MissingCodes },
  columns: readonly TableColumn[],
  summaries: readonly QuestionSummary[],
): Promise<Crossed[]> {
  const single = summaries.filter((it) => it.kind === "single").map((it) => it.column);
  const nameOf = (key: string): string =>
    columns.find((it) => it.origin?.part === "value" && columnKey(it.origin) === key)?.name ?? "";
  const crossed: Crossed[] = [];
  for (const split of single.slice(0, 2)) {
    const rest = single.filter((it) => it !== split);
    const { summaries } = await tables.summarise(table, {
      columns: rest,
      filter: {},
      split,
      missing,
    });
    for (const { column, split: its } of summaries) {
      if (its?.test) {
        const { chiSquare, degreesOfFreedom: degrees } = its.test;
        const names = [nameOf(column), nameOf(split)] as const;
        crossed.push({ names, both: its.both, chiSquare, degrees });
      }
    }
  }
  return crossed;
}

/** Counts by value, from a PSPP table without its heading. */
function frequencies(rows: PsppTable["rows"]): Map<string, number> {
  const end = rows.findIndex(([kind]) => kind === "Missing" || kind === "Total");
  return new Map(rows.slice(0, end).map(([, value = "", count]) => [value, Number(count)]));
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((all, it) => all + it, 0);
}

const rFigures = z.record(
  z.string(),
  z.object({
    columns: z.record(
      z.string(),
      z.object({ missing: z.number(), values: z.array(z.string()), counts: z.array(z.number()) }),
    ),
    crossed: z.array(z.object({ n: z.number(), chiSquare: z.number(), degrees: z.number() })),
  }),
);

/** Prints the figures as an R user would compute them from the .sav file. */
const printInR = `
  invisible(Sys.setlocale("LC_ALL", "C.UTF-8"))
  wanted <- jsonlite::fromJSON(commandArgs(TRUE), simplifyVector = FALSE)
  figures <- lapply(wanted, function(file) {
    data <- haven::read_sav(file$path)
    counted <- lapply(data, function(it) {
      counts <- table(haven::zap_labels(it))
      list(missing = sum(is.na(it)), values = I(as.character(names(counts))), counts = I(as.vector(counts)))
    })
    crossed <- lapply(file$crossed, function(names) {
      counts <- table(haven::zap_labels(data[[names[[1]]]]), haven::zap_labels(data[[names[[2]]]]))
      counts <- counts[rowSums(counts) > 0, colSums(counts) > 0]
      test <- suppressWarnings(chisq.test(counts, correct = FALSE))
      list(n = sum(counts), chiSquare = test$statistic[[1]], degrees = test$parameter[[1]])
    })
    list(columns = counted, crossed = crossed)
  })
  names(figures) <- vapply(wanted, function(it) it$path, "")
  cat(jsonlite::toJSON(figures, auto_unbox = TRUE, digits = NA))`;

/** Declares the last option of each single-answer question missing, unless its codes are too long for a .sav file. */
function lastOptions(columns: readonly Column[]): MissingCodes {
  return {
    survey: ["61617", "16"],
    questions: columns.flatMap(({ kind, type, name, options }) => {
      const code = options.at(-1)?.name ?? "";
      const isNarrow = options.every((it) => it.name.length <= 8);
      return kind === "variable" && options.length > 2 && isNarrow && !isMultiSelect(type)
        ? [{ name, codes: [code] }]
        : [];
    }),
  };
}

const declarations = {
  "without missing codes": () => noMissingCodes,
  "with missing codes": lastOptions,
};

describe("figures of an exported .sav file", () => {
  const folder = folderOfSuite();
  let tables: TableRegistry;
  let surveys: readonly FilledSurvey[];
  before(async () => {
    if (!existsSync(realSurveys)) {
      console.log(`      without the real surveys: ${realSurveys} does not exist`);
    }
    tables = tablesIn(join(folder, "tables"));
    surveys = await filledSurveys(tables);
  });
  after(async () => {
    tables.closeAll();
  });

  for (const [declared, missingOf] of Object.entries(declarations)) {
    describe(declared, () => {
      const files: SurveyFile[] = [];
      before(async () => {
        for (const survey of surveys) {
          const path = join(folder, `${declared} ${files.length}.sav`);
          files.push(await surveyFile(survey, path, tables, missingOf(survey.of.columns)));
        }
        const counted = files.flatMap((it) => it.figures);
        assert.ok(counted.some((it) => it.missing > 0 && it.counts !== undefined));
        assert.ok(files.some((it) => it.crossed.length > 0));
      });

      it("match the summary in PSPP", async function () {
        needsPspp(this);
        for (const { surveyId, bytes, figures, crossed } of files) {
          const crosses = crossed.map(
            ({ names: [row, column] }) =>
              `CROSSTABS /TABLES=${row} BY ${column} /STATISTICS=CHISQ.\n`,
          );
          const tables = await psppTables(
            bytes,
            "SET TVARS=NAMES /TNUMBERS=VALUES /FORMAT=F40.14.\n" +
              `FREQUENCIES ${figures.map((it) => it.name).join(" ")} /STATISTICS=NONE.\n` +
              crosses.join(""),
          );
          for (const { name, ...its } of figures) {
            const what = `${surveyId}, ${name}`;
            const [, ...rows] = tables.find((it) => it.title === name)?.rows ?? [];
            const counts = frequencies(rows);
            assert.equal(sum(counts.values()), its.answered, what);
            const first = rows.findIndex(([kind]) => kind === "Missing");
            const missing = first < 0 ? [] : rows.slice(first, -1).map((it) => Number(it[2]));
            assert.equal(sum(missing), its.missing, what);
            if (its.counts) {
              assertCounts(counts, its.counts, what);
            }
          }
          const tests = tables.filter((it) => it.title === "Chi-Square Tests");
          assert.equal(tests.length, crossed.length);
          crossed.forEach(({ names, both, chiSquare, degrees }, at) => {
            const rows = tests[at]?.rows ?? [];
            const [, value, df] = rows.find(([it]) => it === "Pearson Chi-Square") ?? [];
            const n = rows.find(([it]) => it === "N of Valid Cases")?.[1];
            const what = `${surveyId}, ${names.join(" by ")}`;
            assert.deepEqual([Number(n), Number(df)], [both, degrees], what);
            assertNear(Number(value), chiSquare, what);
          });
        }
      });

      it("match the summary in R", async function () {
        needsR(this, "haven", "jsonlite");
        const [script, wanted] = [join(folder, "figures.R"), join(folder, "wanted.json")];
        await writeFile(script, printInR);
        await writeFile(
          wanted,
          JSON.stringify(
            files.map(({ path, crossed }) => ({ path, crossed: crossed.map((it) => it.names) })),
          ),
        );
        const printed = rFigures.parse(JSON.parse(await output("Rscript", script, wanted)));
        for (const { surveyId, path, figures, crossed } of files) {
          for (const { name, ...its } of figures) {
            const what = `${surveyId}, ${name}`;
            const { missing, values = [], counts = [] } = printed[path]?.columns[name] ?? {};
            assert.equal(missing, its.missing, what);
            assert.equal(sum(counts), its.answered, what);
            if (its.counts) {
              assertCounts(
                new Map(values.map((it, at) => [it, counts[at] ?? 0])),
                its.counts,
                what,
              );
            }
          }
          crossed.forEach(({ names, both, chiSquare, degrees }, at) => {
            const what = `${surveyId}, ${names.join(" by ")}`;
            const test = printed[path]?.crossed[at];
            assert.deepEqual([test?.n, test?.degrees], [both, degrees], what);
            assertNear(test?.chiSquare ?? NaN, chiSquare, what);
          });
        }
      });
    });
  }
});

/** Compares counts by value; numbers may be written in different ways. */
function assertCounts(
  actual: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
  what: string,
): void {
  const same = (counts: ReadonlyMap<string, number>) =>
    new Map(
      Array.from(counts, ([value, count]): [string, number] => [
        Number.isNaN(Number(value)) ? value.trimEnd() : String(Number(value)),
        count,
      ]).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  assert.deepEqual(same(actual), same(expected), what);
}
