import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { RawPage, ResponseQuery, RawPageRequest } from "../../src/client/queries.ts";
import type { PageSource } from "../../src/reader/responseSource.ts";
import { SurveyReading } from "../../src/reader/surveyReading.ts";

const pageItems = 10;
const timeOf = (second: number) => new Date(second * 1000).toISOString().slice(0, 19);

type Query = ResponseQuery & RawPageRequest;

/** A service with a response at each of these seconds. It sends them in this order, or newest first if a range has an end. */
class Served implements Pick<PageSource, "rawResponsePage"> {
  readonly requests: Query[] = [];
  readonly #seconds: readonly number[];
  /** Requests that had been sent when the first page was scanned. */
  beforeScan = 0;

  constructor(seconds: readonly number[]) {
    this.#seconds = seconds;
  }

  async rawResponsePage(_surveyId: string, query: Query = {}): Promise<RawPage> {
    this.requests.push(query);
    const { startDateTime = "", endDateTime = "~", cursor = "0" } = query;
    const sorted = this.#seconds.toSorted((a, b) => b - a);
    const times = (endDateTime === "~" ? this.#seconds : sorted)
      .map(timeOf)
      .filter((it) => it > startDateTime && it <= endDateTime)
      .slice(Number(cursor));
    await setImmediate();
    const sent = times.slice(0, pageItems);
    const next = times.length > pageItems ? String(Number(cursor) + pageItems) : undefined;
    if (next !== undefined) {
      const [newest, finishedAt] = [sent[0], sent.at(-1)];
      query.onNext?.({ cursor: next, newest, finishedAt, count: () => sent.length });
      this.beforeScan ||= this.requests.length;
      await setImmediate();
    }
    const items = sent.map((time) => ({ start: 0, end: 2, id: time, finishedAt: time }));
    return { body: Buffer.from("{}"), items, cursor: next, release: () => undefined };
  }
}

async function read(served: Served, createdAt: string) {
  let ids: (string | undefined)[] = [];
  let restarts = 0;
  const reading = new SurveyReading({
    surveyId: "s",
    kind: "responses",
    lanes: { min: 1, max: 8 },
    keeper: {
      storePage: (_window, { items }) => void ids.push(...items.map(({ id }) => id)),
      divideWindow: () => undefined,
      discardAll: () => {
        ids = [];
        restarts++;
      },
    },
  });
  const source = Object.assign(served, {
    ...{ version: "v3", dataSpace: "d", baseUrl: "https://x", concurrency: 8 },
    rawMetadataPage: () => Promise.reject(new Error("Not asked for.")),
  } as const) as unknown as PageSource;
  const { signal } = new AbortController();
  await reading.run({ source, signal, oldest: async () => createdAt });
  return { ids, restarts };
}

const seconds = Array.from({ length: 95 }, (_, index) => 1000 - 10 * index);
const all = new Set(seconds.map(timeOf));

describe("reading a survey", () => {
  it("requests older parts before the first page is scanned", async () => {
    const served = new Served(seconds);
    const { ids, restarts } = await read(served, timeOf(0));
    assert.equal(served.beforeScan, 7, served.requests.map((it) => it.endDateTime).join());
    assert.deepEqual([ids.length, new Set(ids), restarts], [95, all, 0]);
  });

  it("loses nothing if the first page, by which older parts were requested, is out of order", async () => {
    for (let shift = 1; shift < pageItems - 1; shift++) {
      const mixed = [...seconds];
      // An old response among the newest ten.
      mixed.splice(shift, 0, ...mixed.splice(80, 1));
      const served = new Served(mixed);
      const { ids, restarts } = await read(served, timeOf(0));
      assert.ok(served.beforeScan > 1);
      assert.deepEqual([ids.length, new Set(ids), restarts], [95, all, 1]);
    }
  });
});
