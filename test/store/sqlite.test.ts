import assert from "node:assert/strict";
import fc from "fast-check";
import { openTemporaryStore, type SurveyStore } from "../../src/store/sqlite.ts";
import type { ResponsePosition, StoredResponse } from "../../src/store/store.ts";

const bytes = (text: string) => Buffer.from(text);
const stored = ({ finishedAt, responseId }: ResponsePosition): StoredResponse => ({
  finishedAt,
  responseId,
  metadata: bytes(`m-${responseId}`),
  body: bytes(`b-${responseId}`),
});

const time = fc.integer({ min: 0, max: 5 }).map((it) => `2025-03-01T09:00:0${it}`);
const id = fc.string({
  minLength: 1,
  maxLength: 4,
  unit: fc.constantFrom("a", "B", "~", "0", "한", "🎉", "-"),
});
const position = fc.record({ finishedAt: time, responseId: id });
const byId = { selector: (it: ResponsePosition) => it.responseId };

// Sorts by UTF-8 bytes, which is the order of code points; JavaScript compares UTF-16 units.
const newestFirst = (a: ResponsePosition, b: ResponsePosition) =>
  Buffer.compare(bytes(b.finishedAt + b.responseId), bytes(a.finishedAt + a.responseId));

describe("SQLite store", () => {
  let store: SurveyStore;
  beforeEach(() => {
    store = openTemporaryStore();
  });
  afterEach(() => store.close());

  it("pages through any range like sorting and slicing a list", async () => {
    await store.finish();
    let survey = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(position, { ...byId, maxLength: 30 }),
        fc.option(time, { nil: undefined }),
        fc.option(time, { nil: undefined }),
        fc.integer({ min: 1, max: 8 }),
        async (positions, after, through, limit) => {
          const surveyId = `s${survey++}`;
          await store.addResponses(surveyId, positions.map(stored));
          const expected = positions
            .toSorted(newestFirst)
            .filter(
              (it) => (!after || it.finishedAt > after) && (!through || it.finishedAt <= through),
            )
            .map((it) => it.responseId);
          const found: string[] = [];
          let below: ResponsePosition | undefined;
          for (;;) {
            const page = await store.responses("body", { surveyId, after, through, below, limit });
            const lines = Buffer.from(page.lines).toString();
            const ids = lines === "" ? [] : lines.split("\n").map((it) => it.slice(2));
            assert.equal(ids.length, page.count);
            assert.equal(page.lastId, ids.at(-1));
            found.push(...ids);
            assert.equal(page.more, found.length < expected.length);
            if (!page.more) {
              break;
            }
            below = await store.responsePosition(surveyId, page.lastId ?? "");
          }
          assert.deepEqual(found, expected);
        },
      ),
      { seed: 20250327, numRuns: 300 },
    );
  });

  it("keeps the surveys of a data space apart", async () => {
    await store.addResponses("a", [stored({ finishedAt: "2025-03-01T09:00:00", responseId: "r" })]);
    await store.addResponses("b", [stored({ finishedAt: "2025-03-01T09:00:00", responseId: "r" })]);
    const page = await store.responses("metadata", { surveyId: "a", limit: 10 });
    assert.equal(Buffer.from(page.lines).toString(), "m-r");
    assert.equal(await store.responsePosition("c", "r"), undefined);
  });

  it("rejects a duplicate responseId in a survey", async () => {
    const one = stored({ finishedAt: "2025-03-01T09:00:00", responseId: "r" });
    await store.addResponses("a", [one, one]);
    await assert.rejects(store.finish(), /UNIQUE/);
  });
});
