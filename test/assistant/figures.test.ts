import assert from "node:assert/strict";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import {
  columnKey,
  structureColumns,
  withResponseColumns,
  type Column,
} from "../../src/model/grid.ts";
import type { ResponseFilter } from "../../src/model/responseFilter.ts";
import type { QuestionSummary, SummaryBase } from "../../src/model/summary.ts";
import { collect } from "../client/support/collect.ts";
import { clientOf, served } from "../conformance/support/clients.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { NaiveSummaries, type NaiveSurvey } from "../table/support/naiveSummary.ts";
import { call, readingOnce, testHost, type TestHost } from "./support/toolHosts.ts";
import { temporaryFolder } from "../support/folders.ts";

const tolerance = 1e-9;
const least = 5;

type Content = Readonly<Record<string, unknown>>;

interface ToldValue {
  readonly code: string;
  readonly count: number | null;
  readonly percent: number | null;
}

function same(actual: unknown, expected: number | undefined, about: string): void {
  assert.ok(
    typeof actual === "number" &&
      expected !== undefined &&
      Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${about}: ${String(actual)} instead of ${String(expected)}`,
  );
}

/**
 * Asserts that every told count equals the naive one, and that counts below the limit are suppressed. @returns the number
 * told
 */
function compareFrequencies(
  content: Content,
  summary: QuestionSummary,
  about: string,
  base: SummaryBase = "answered",
): number {
  const n = summary.bases[base] ?? 0;
  if (content["n"] === null) {
    assert.ok(
      (content["values"] as ToldValue[]).every((it) => it.count === null),
      about,
    );
    return 0;
  }
  same(content["n"], n, `${about}, n`);
  let told = 0;
  for (const { code, count, percent } of content["values"] as ToldValue[]) {
    const expected = summary.values.find((it) => it.value === code)?.count;
    assert.notEqual(expected, undefined, `${about}, ${code}`);
    if (count === null) {
      assert.equal(percent, null);
      continue;
    }
    same(count, expected, `${about}, ${code}`);
    const isWeighted = summary.bases.unweighted !== undefined;
    assert.ok(isWeighted || count === 0 || count >= least, `${about}, ${code}: ${String(count)}`);
    if (n > 0) {
      same(percent, (100 * (expected ?? 0)) / n, `${about}, percent of ${code}`);
    }
    told++;
  }
  return told;
}

function compareCrossTable(content: Content, summary: QuestionSummary, about: string): number {
  const { split } = summary;
  assert.ok(split, about);
  let told = 0;
  const columns = content["columns"] as { code: string; n: number | null }[];
  const values = content["values"] as {
    code: string;
    count: (number | null)[];
    percent: (number | null)[];
  }[];
  if (content["n"] !== null) {
    same(content["n"], split.both, `${about}, n`);
  }
  for (const [at, column] of columns.entries()) {
    const part = split.parts.find((it) => it.value === column.code);
    assert.ok(part, `${about}, ${column.code}`);
    if (column.n !== null) {
      same(column.n, part.bases.answered, `${about}, n of ${column.code}`);
    }
    for (const { code, count, percent } of values) {
      const value = summary.values.findIndex((it) => it.value === code);
      const its = count[at] ?? null;
      if (its !== null) {
        const where = `${about}, ${code} of ${column.code}`;
        same(its, part.counts[value], where);
        assert.ok(its === 0 || its >= least, where);
        if (column.n !== null && column.n > 0) {
          same(percent[at], (100 * its) / column.n, where);
        }
        told++;
      }
    }
  }
  return told;
}

function compareStatistics(content: Content, summary: QuestionSummary, about: string): number {
  const expected = summary.statistics;
  const names = ["n", "mean", "sd", "min", "q1", "median", "q3", "max"] as const;
  const told = names.filter((it) => typeof content[it] === "number");
  for (const name of told) {
    same(content[name], expected?.[name] ?? 0, `${about}, ${name}`);
  }
  return told.length;
}

describe("figures for assistants", () => {
  /** @param directory default: the sample */
  async function withDoor(
    use: (door: TestHost, client: SurveyClient) => Promise<void>,
    directory?: string,
  ): Promise<void> {
    await using folder = await temporaryFolder();
    const client = clientOf(await served(directory), "v3");
    const door = readingOnce(testHost(folder.path, { Space: client }));
    try {
      await use(door, client);
    } finally {
      await door.close();
    }
  }

  async function naiveSurvey(client: SurveyClient, surveyId: string): Promise<NaiveSurvey> {
    const survey = await client.getSurvey(surveyId);
    const collectGroups = await client.listCollectGroups(surveyId);
    const responses = await collect(client.responses(surveyId));
    const columns = withResponseColumns(structureColumns(survey), responses);
    return { survey, collectGroups, columns, responses };
  }

  /** Asks for everything that can be asked of a survey without a filter. @returns the number of figures told */
  async function compare(door: TestHost, client: SurveyClient, surveyId: string): Promise<number> {
    const of = await naiveSurvey(client, surveyId);
    const naive = new NaiveSummaries(of);
    const columns = of.columns.filter((it) => it.kind !== "metadata");
    const kindOf = (column: Column) => naive.kindOf(columnKey(column));
    const summaryOf = (column: Column, split?: Column): QuestionSummary => {
      const query = {
        columns: [columnKey(column)],
        filter: {},
        split: split && columnKey(split),
      };
      const [summary] = naive.summaries(query, () => ({ from: 0, width: 1, count: 1 }));
      assert.ok(summary);
      return summary;
    };
    let told = 0;
    const by = columns.find((it) => kindOf(it) === "single");
    for (const column of columns) {
      const { name } = column;
      const ask = { survey: surveyId, question: columnKey(column) };
      const about = `${surveyId} ${name}`;
      const kind = kindOf(column);
      const summary = summaryOf(column);
      if (summary.areAllDifferent === true || (kind === "text" && column.kind === "variable")) {
        await assert.rejects(call(door, "frequencies", ask), { code: "invalid-input" });
        continue;
      }
      const { content } = await call(door, "frequencies", ask);
      told += compareFrequencies(content, summary, about);
      if (summary.statistics) {
        const statistics = await call(door, "statistics", ask);
        told += compareStatistics(statistics.content, summary, about);
      }
      if (by && by !== column) {
        const crossed = await call(door, "cross_table", { ...ask, by: by.name });
        told += compareCrossTable(crossed.content, summaryOf(column, by), `${about} by ${by.name}`);
      }
    }
    return told;
  }

  it("match a naive computation for all questions of three sample surveys", () =>
    withDoor(async (door, client) => {
      for (const surveyId of ["s0000cs", "s0000ee", "s0000kh"]) {
        assert.ok((await compare(door, client, surveyId)) > 100, surveyId);
      }
    }));

  it("match a naive computation with filters, weights and all bases", () =>
    withDoor(async (door, client) => {
      const surveyId = "s0000bt";
      const naive = new NaiveSummaries(await naiveSurvey(client, surveyId));
      const filter: ResponseFilter = {
        conditions: [
          { kind: "embedded", name: "region", is: "oneOf", values: ["N", "S"], missing: [] },
        ],
      };
      let told = 0;
      for (const name of ["aware", "used", "preferred", "intent"]) {
        for (const weight of [undefined, "weight"]) {
          const query = {
            columns: [`variable:${name}`],
            filter,
            weight: weight && `embedded:${weight}`,
          };
          const [summary] = naive.summaries(query, () => undefined);
          assert.ok(summary);
          for (const base of ["answered", "asked", "all"] as const) {
            const ask = { survey: surveyId, question: name, base, filter, weight };
            const { content } = await call(door, "frequencies", ask);
            const about = `${name} of ${base}, ${String(weight)}`;
            told += compareFrequencies(content, summary, about, base);
          }
        }
      }
      assert.ok(told > 50, String(told));
    }));

  it("match a naive computation for all questions of the real surveys", async function () {
    needsFolder(this, realSurveys);
    await withDoor(async (door, client) => {
      for (const { surveyId } of await collect(client.listSurveys())) {
        assert.ok((await compare(door, client, surveyId)) > 20, surveyId);
      }
    }, realSurveys);
  });
});
