import assert from "node:assert/strict";
import { columnKey, gridCells, type Column } from "../../src/model/grid.ts";
import { isSharedMetadata } from "../../src/model/metadataColumns.ts";
import { matchesFilter, type ResponseFilter } from "../../src/model/responseFilter.ts";
import type { Condition } from "../../src/model/conditions/conditions.ts";
import type { Summaries, SummaryQuery } from "../../src/model/summary.ts";
import type { ApiVersion } from "../../src/model/survey.ts";
import { secondsOf } from "../../src/model/time.ts";
import type { Service } from "../../src/service/service.ts";
import type { TableRegistry } from "../../src/table/tableRegistry.ts";
import { collect } from "../client/support/collect.ts";
import { clientOf, served } from "../conformance/support/clients.ts";
import { fillTable, tablesIn } from "./support/filledTables.ts";
import { NaiveSummaries, type Bins, type NaiveSurvey } from "./support/naiveSummary.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { folderOfSuite } from "../support/folders.ts";

/** Sums of weights differ in their last digits if they are added up in another order. */
const tolerance = 1e-9;

/** Returns a line for each difference between two values; an undefined field equals an absent one. */
function differences(actual: unknown, expected: unknown, path = ""): string[] {
  if (typeof actual === "number" && typeof expected === "number") {
    const slack = tolerance * Math.max(1e-6, Math.abs(expected));
    return Math.abs(actual - expected) <= slack
      ? []
      : [`${path}: ${String(actual)} instead of ${String(expected)}`];
  }
  if (isObject(actual) && isObject(expected) && Array.isArray(actual) === Array.isArray(expected)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((it) => differences(actual[it], expected[it], `${path}.${it}`));
  }
  return actual === expected
    ? []
    : [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function condition(
  { kind, name, rank }: Column,
  is:
    | Pick<Condition & { is: "oneOf" }, "is" | "values" | "missing">
    | Pick<Condition & { is: "contains" }, "is" | "text">,
): Condition {
  return { kind, name, ...(rank === undefined ? {} : { rank }), ...is };
}

const middle = <T>(sorted: readonly T[], share: number): T | undefined =>
  sorted[Math.floor(sorted.length * share)];

/** Returns no filter, and three different ones, each of which lets some responses through if the survey has any. */
function filtersOf({ columns, responses, collectGroups }: NaiveSurvey): ResponseFilter[] {
  const times = responses.map((it) => it.finishedAt ?? "").sort();
  const durations = responses
    .map((it) => (secondsOf(it.finishedAt ?? "") ?? 0) - (secondsOf(it.startedAt ?? "") ?? 0))
    .sort((a, b) => a - b);
  const variables = columns.filter((it) => it.kind === "variable");
  const coded = variables.find((it) => it.options.length > 0);
  const open = variables.findLast((it) => it.options.length === 0);
  const place = open ? columns.indexOf(open) : -1;
  const texts = responses.flatMap((it) => gridCells(columns, it)[place]?.[0]?.value ?? []).sort();
  const [word = ""] = (middle(texts, 0.5) ?? "").split(" ");
  const last = variables.at(-1);
  const half = Math.ceil((coded?.options.length ?? 0) / 2);
  return [
    {},
    {
      startDateTime: middle(times, 0.2),
      endDateTime: middle(times, 0.8),
      collectGroupId: collectGroups[0]?.collectGroupId,
    },
    {
      conditions: [
        ...(coded
          ? [
              condition(coded, {
                is: "oneOf",
                values: coded.options.slice(0, half).map((it) => it.name),
                missing: ["noAnswer"],
              }),
            ]
          : []),
        ...(open
          ? [condition(open, { is: "contains", text: word.slice(0, 1).toUpperCase() })]
          : []),
      ],
    },
    {
      duration: { atLeast: middle(durations, 0.3) },
      conditions: last
        ? [
            condition(last, {
              is: "oneOf",
              values: last.options.map((it) => it.name).slice(1),
              missing: ["noAnswer", "notShown"],
            }),
          ]
        : [],
    },
  ];
}

/** Returns columns to split by, of as many kinds as the survey has. */
function splitsOf({ columns }: NaiveSurvey, naive: NaiveSummaries): string[] {
  const keys = columns.map(columnKey);
  const first = (kind: string): string[] =>
    keys.filter((it) => !it.startsWith("metadata") && naive.kindOf(it) === kind).slice(0, 1);
  return [
    columnKey({ kind: "metadata", name: "collectGroupId" }),
    ...["single", "multiple", "number", "text"].flatMap(first),
  ];
}

/** Returns the keys of the columns that can be summarised. */
function columnsOf({ columns }: NaiveSurvey): string[] {
  return columns.filter((it) => it.kind !== "metadata" || isSharedMetadata(it)).map(columnKey);
}

describe("summaries of a table", () => {
  const folder = folderOfSuite();
  let tables: TableRegistry;
  let sample: Service;
  before(async () => {
    tables = tablesIn(folder);
    sample = await served();
  });
  after(async () => {
    tables.closeAll();
  });

  /** Compares every summary of the survey with the naive one. @returns the number of summaries */
  async function compare(service: Service, version: ApiVersion, surveyId: string): Promise<number> {
    const { table, of } = await fillTable(tables, clientOf(service, version), surveyId);
    const naive = new NaiveSummaries(of);
    const columns = columnsOf(of);
    const numbers = of.columns
      .filter((it) => it.kind === "embedded")
      .map(columnKey)
      .filter((it) => naive.weighting({ columns: [], filter: {}, weight: it }) !== undefined);
    const bins = binsOf(await tables.summarise(table, { columns, filter: {} }));
    assert.deepEqual(
      columns.flatMap((it) => naive.binFaults(it, bins(it)).map((fault) => `${it}: ${fault}`)),
      [],
    );
    let compared = 0;
    // v1 and v2 differ from v3 in the content of cells, but not in how rows are divided.
    const splits = splitsOf(of, naive).slice(0, version === "v3" ? undefined : 2);
    for (const [turn, filter] of filtersOf(of).entries()) {
      const matching = of.responses.filter((it) => matchesFilter(filter, it)).length;
      for (const weight of [undefined, numbers.at(turn % Math.max(1, numbers.length))].slice(
        0,
        numbers.length === 0 ? 1 : 2,
      )) {
        // Every split with every filter would take minutes, so they take turns.
        const turns = splits.filter((_, index) => index % 4 === turn);
        for (const split of [undefined, ...turns]) {
          const query: SummaryQuery = { columns, filter, weight, split };
          const { summaries, took, readAt, ...facts } = await tables.summarise(table, query);
          const about = `${version} ${surveyId} ${JSON.stringify({ filter, weight, split })}`;
          assert.ok(took >= 0 && readAt > 0);
          assert.deepEqual(
            differences(facts, {
              matching,
              loaded: of.responses.length,
              isComplete: true,
              weighting: naive.weighting(query),
            }),
            [],
            about,
          );
          const expected = naive.summaries(query, bins);
          assert.deepEqual(differences(summaries, expected).slice(0, 10), [], about);
          compared += summaries.length;
        }
      }
    }
    tables.close(table);
    return compared;
  }

  // v1 and v2 have the same wire format and share the code that reads it: each survey is tested in one of them.
  for (const versions of [["v1", "v2"], ["v3"]] as const) {
    it(`equal a naive computation for each survey of the sample in ${versions.join(" or ")}`, async () => {
      const surveys = await collect(clientOf(sample, "v3").listSurveys());
      let compared = 0;
      for (const [index, { surveyId }] of surveys.entries()) {
        compared += await compare(sample, versions[index % versions.length] ?? "v3", surveyId);
      }
      assert.ok(compared > 1000);
    });
  }

  it("equal a naive computation for the real surveys", async function () {
    needsFolder(this, realSurveys);
    const service = await served(realSurveys);
    for (const { surveyId } of await collect(clientOf(service, "v3").listSurveys())) {
      assert.ok((await compare(service, "v3", surveyId)) > 0);
    }
  });
});

/** Returns the bins of the histograms, which are the same for every query. */
function binsOf({ summaries }: Summaries): Bins {
  const bins = new Map(
    summaries.flatMap(({ column, histogram }) => {
      const { from = 0, width = 0, counts = [] } = histogram ?? {};
      return histogram ? [[column, { from, width, count: counts.length }] as const] : [];
    }),
  );
  return (column) => bins.get(column);
}
