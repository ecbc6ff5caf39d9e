import assert from "node:assert/strict";
import { columnKey } from "../../../src/model/grid.ts";
import type { Summaries, SummaryQuery } from "../../../src/model/summary.ts";
import { makeReport, type ReportSubject } from "../../../src/reports/makeReport.ts";
import {
  column,
  english,
  reportOf,
  singleSummary,
  summariesOf,
  yesNo,
} from "../charts/reportFixtures.ts";

const columns = Array.from({ length: 20 }, (_, index) => column(`Q${index}`, { options: yesNo }));
const keys = columns.map(columnKey);

/** A table with these columns, in the state that `stateOf` returns at each call. */
class FakeTable {
  readonly queries: SummaryQuery[] = [];
  readonly table = 7;
  readonly tables = { summarise: this.#summarise.bind(this) };
  readonly #stateOf: (call: number) => Partial<Summaries>;

  constructor(stateOf: (call: number) => Partial<Summaries> = () => ({})) {
    this.#stateOf = stateOf;
  }

  async #summarise(table: number, query: SummaryQuery): Promise<Summaries> {
    assert.equal(table, this.table);
    this.queries.push(query);
    const asked = columns.filter((it) => query.columns.includes(columnKey(it)));
    return summariesOf(asked.map(singleSummary), this.#stateOf(this.queries.length - 1));
  }
}

function subjectOf(more: Partial<ReportSubject> = {}): ReportSubject {
  const { survey, dataSpace, collectGroups, filter } = reportOf([]);
  const view = { base: "answered" } as const;
  const subject = { survey, dataSpace, columns, collectGroups, filter };
  return { ...subject, asked: keys, view, format: "md", ...more };
}

function make(
  table: FakeTable,
  subject: ReportSubject,
  {
    signal = new AbortController().signal,
    onProgress = () => undefined,
  }: { signal?: AbortSignal; onProgress?: (done: number, all: number) => void } = {},
): Promise<string> {
  return makeReport(table, subject, { toolVersion: "1", words: english, signal, onProgress });
}

function headings(text: string): string[] {
  return [...text.matchAll(/^### (.*)$/gm)].map(([, title = ""]) => title);
}

describe("report of a table", () => {
  it("summarises all columns in batches and reports progress", async () => {
    const table = new FakeTable();
    const told: string[] = [];
    const onProgress = (done: number, all: number) => told.push(`${done}/${all}`);
    const text = await make(table, subjectOf(), { onProgress });
    assert.deepEqual(
      headings(text),
      columns.map((it) => it.name),
    );
    assert.deepEqual(
      table.queries.flatMap((it) => it.columns),
      keys,
    );
    assert.ok(table.queries.length > 1);
    assert.deepEqual(told, ["0/20", "8/20", "16/20"]);
  });

  it("uses the filter, weight, split and missing codes", async () => {
    const table = new FakeTable(() => ({ weighting: { sum: 3, excluded: 0 } }));
    const filter = { collectGroupId: "G1" };
    const view = { base: "all", weight: "embedded:w", split: "variable:Q1" } as const;
    const missing = { survey: ["99"], questions: [] };
    const text = await make(table, subjectOf({ filter, view, missing, asked: keys.slice(0, 1) }));
    assert.deepEqual(table.queries, [
      { columns: keys.slice(0, 1), filter, weight: "embedded:w", split: "variable:Q1", missing },
    ]);
    assert.match(text, /\*\*Filter:\*\* Collect group: Website link \(G1\)/);
    assert.match(text, /% of all/);
  });

  it("summarises the comparison filter along with each batch", async () => {
    const table = new FakeTable();
    const compared = { collectGroupId: "G2" };
    const asked = keys.slice(0, 2);
    const text = await make(table, subjectOf({ asked, view: { base: "answered", compared } }));
    assert.deepEqual(
      table.queries.map((it) => it.filter),
      [{}, compared],
    );
    assert.match(text, /Comparison: Count/);
  });

  it("summarises all columns again at once if more responses arrived meanwhile", async () => {
    const table = new FakeTable((call) => ({ loaded: call < 2 ? 20 : 30 }));
    const text = await make(table, subjectOf());
    assert.deepEqual(table.queries.at(-1)?.columns, keys);
    assert.deepEqual(
      headings(text),
      columns.map((it) => it.name),
    );
    assert.match(text, /12 of 30/);
  });

  it("states its number of responses even without columns", async () => {
    assert.match(await make(new FakeTable(), subjectOf({ asked: [] })), /12 of 20/);
  });

  it("rejects a weight column without numbers", async () => {
    const view = { base: "answered", weight: "variable:Q1" } as const;
    const made = make(new FakeTable(), subjectOf({ view }));
    await assert.rejects(made, { code: "invalid-input", message: /weighted by Q1/ });
    const empty = new FakeTable(() => ({ loaded: 0, matching: 0 }));
    assert.match(await make(empty, subjectOf({ view })), /0 of 0/);
  });

  it("rejects a missing split column", async () => {
    const view = { base: "answered", split: "variable:gone" } as const;
    const made = make(new FakeTable(), subjectOf({ view }));
    await assert.rejects(made, { code: "invalid-input", message: /variable:gone/ });
  });

  it("stops when cancelled", async () => {
    const cancelling = new AbortController();
    const onProgress = (done: number) => {
      if (done > 0) {
        cancelling.abort();
      }
    };
    const table = new FakeTable();
    const making = make(table, subjectOf(), { signal: cancelling.signal, onProgress });
    await assert.rejects(making, { code: "cancelled" });
    assert.ok(table.queries.length < 3);
  });
});
