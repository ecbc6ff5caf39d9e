// Keeps the survey of 40 variables as a panel does, in this process, and tells how long its summaries take beside a plain
// pass over the same columns.
import { v3Mapper } from "../../src/client/mappers/v3.ts";
import { KeptCopies } from "../../src/copy/keptCopies.ts";
import { columnKey } from "../../src/model/grid.ts";
import type { Summaries, SummaryQuery } from "../../src/model/summary.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { KeptResponses } from "../../src/table/keptResponses.ts";
import { KeptTables } from "../../src/table/keptTables.ts";
import { decodeVector } from "../../src/table/vector.ts";
import { copiedPages } from "./copiedPages.ts";
import { chance } from "./responses.ts";
import { wide } from "./wideSurvey.ts";
import { filtered, filters } from "./wideViews.ts";

export interface SummaryArgument {
  /** Where tables are kept; what is there is taken as it is. */
  readonly folder: string;
  readonly responses: number;
  readonly runs: number;
}

/** Milliseconds, of each run. */
export interface SummaryTimes {
  readonly plain: readonly number[];
  readonly first: readonly number[];
  readonly cold: readonly number[];
  readonly filtered: readonly number[];
  readonly split: readonly number[];
  readonly weighted: readonly number[];
  /** Megabytes of this process when all was asked for. */
  readonly megabytes: number;
}

const { folder, responses, runs } = JSON.parse(process.argv[2] ?? "") as SummaryArgument;
const key = { space: "bench", version: "v3", surveyId: wide.survey.surveyId } as const;
const embedded = (name: string) => columnKey({ kind: "embedded", name });

/** As the panel asks for them. */
const columnsACall = 4;

const survey = v3Mapper.survey(JSON.parse(JSON.stringify(wide.survey)));
const columns = survey.questions.map(({ name }) => columnKey({ kind: "variable", name }));

/** The items with a weight each, by which responses can count: from 0.5 to 2. */
function weighted(items: Buffer, number: number): Buffer {
  let at = number;
  const text = items.toString("latin1").replaceAll(`"embeddedData":[`, (found) => {
    const weight = 0.5 + Math.floor(chance(at++) * 16) / 10;
    return `${found}{"name":"weight","value":"${weight}"},`;
  });
  return Buffer.from(text, "latin1");
}

function fill(): void {
  const copies = new KeptCopies(nodeSqlite, folder);
  const copy = copies.open(key, "Bench");
  copy.hasChanged();
  if (copy.loaded !== responses) {
    const kept = new KeptResponses(copy);
    kept.putStructure(
      Buffer.from(JSON.stringify(wide.survey)),
      Buffer.from(JSON.stringify(wide.collectGroups)),
    );
    copy.takeLease();
    for (const page of copiedPages(responses, weighted)) {
      copy.addPage(page, kept.beforeKeep);
    }
    copy.finish(Date.now());
  }
  copies.close(copy);
}

async function timed<T>(work: () => T | Promise<T>): Promise<[ms: number, result: T]> {
  const begun = performance.now();
  const result = await work();
  return [performance.now() - begun, result];
}

/** Each vector of the 40 questions is read from the disk, and its codes are added up. */
function plainPass(): number {
  const copies = new KeptCopies(nodeSqlite, folder);
  const kept = new KeptResponses(copies.open(key, "Bench"));
  const sum = kept.reading(() => {
    let all = 0;
    for (const column of columns) {
      for (const bytes of kept.vectors(column, "values", 0)) {
        const vector = bytes && decodeVector(bytes);
        for (const code of vector?.kind === "cells" ? vector.codes : []) {
          all += code;
        }
      }
    }
    return all;
  });
  copies.close(kept.copy);
  return sum;
}

/** All questions. */
async function whole(
  tables: KeptTables,
  table: number,
  query: Omit<SummaryQuery, "columns">,
): Promise<Summaries[]> {
  const answers: Summaries[] = [];
  for (let from = 0; from < columns.length; from += columnsACall) {
    answers.push(
      await tables.summarise(table, {
        ...query,
        columns: columns.slice(from, from + columnsACall),
      }),
    );
  }
  return answers;
}

function check(answers: readonly Summaries[], matching: number): void {
  const found = answers.flatMap((it) => it.summaries).length;
  if (found !== columns.length || answers.some((it) => it.matching !== matching)) {
    throw new Error(`${found} columns of ${answers[0]?.matching} responses, not of ${matching}.`);
  }
}

fill();
const times = {
  plain: [] as number[],
  first: [] as number[],
  cold: [] as number[],
  filtered: [] as number[],
  split: [] as number[],
  weighted: [] as number[],
};
const changes = filters(responses).map((it) => ({
  ...it,
  count: filtered(it.filter, responses).length,
}));
for (let run = 0; run < runs; run++) {
  times.plain.push((await timed(plainPass))[0]);
  const tables = new KeptTables(nodeSqlite, folder, 1);
  const { table } = tables.open(key, "Bench");
  const [first] = await timed(() =>
    tables.summarise(table, { columns: columns.slice(0, 1), filter: {} }),
  );
  times.first.push(first);
  const [rest, all] = await timed(() => whole(tables, table, { filter: {} }));
  check(all, responses);
  times.cold.push(first + rest);
  for (const { name, filter, count } of changes) {
    const [ms, answers] = await timed(() => whole(tables, table, { filter }));
    check(answers, count);
    console.error(`filter: ${name}, ${count} found, ${Math.round(ms)} ms`);
    times.filtered.push(ms);
  }
  const split = columnKey({ kind: "variable", name: survey.questions[0]?.name ?? "" });
  times.split.push((await timed(() => whole(tables, table, { filter: {}, split })))[0]);
  times.weighted.push(
    (await timed(() => whole(tables, table, { filter: {}, weight: embedded("weight") })))[0],
  );
  tables.closeAll();
}
const told: SummaryTimes = { ...times, megabytes: process.memoryUsage().rss / 1e6 };
console.log(JSON.stringify(told));
