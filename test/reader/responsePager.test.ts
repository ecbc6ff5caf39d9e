import assert from "node:assert/strict";
import type { Page, PageRequest, ResponseQuery } from "../../src/client/queries.ts";
import { SurveyError } from "../../src/model/errors.ts";
import type { Response } from "../../src/model/response.ts";
import { createResponsePager, type PagerPage } from "../../src/reader/responsePager.ts";

type Ask = ResponseQuery & PageRequest & { readonly signal?: AbortSignal | undefined };

/**
 * Answers from memory, newest first; the cursor is the number of responses that came before.
 * @param fixed the size of its pages whatever is asked, as in v1 and v2
 */
function fakeClient(count: number, serverPage = 1000, emptyPage = false, fixed?: number) {
  const asked: Ask[] = [];
  return {
    asked,
    dataSpace: "Test",
    async responsePage(_: string, ask: Ask = {}): Promise<Page<Response>> {
      asked.push(ask);
      await new Promise((resolve) => setImmediate(resolve));
      if (ask.signal?.aborted === true) {
        throw new SurveyError("cancelled", "Cancelled.");
      }
      const start = Number(ask.cursor ?? 0);
      const end = Math.min(count, start + Math.min(serverPage, fixed ?? ask.size ?? 1000));
      const items = Array.from({ length: end - start }, (_item, index): Response => {
        const number = start + index;
        return {
          responseId: String(number),
          collectGroupId: `g${number % 10}`,
          embeddedData: [],
          variables: [],
        };
      });
      const more = end < count || (emptyPage && items.length > 0);
      return { items, cursor: more ? String(end) : undefined };
    },
  };
}

const ids = (page: PagerPage) => page.items.map((it) => it.responseId).join(" ");
const shown = ({ first, total, hasNewer, hasOlder, ...page }: PagerPage) => [
  ids({ ...page, first, hasNewer, hasOlder }),
  first,
  total,
  hasNewer,
  hasOlder,
];

describe("the response pager", () => {
  it("goes to the oldest page and back, and asks for each page once", async () => {
    const client = fakeClient(7);
    const pager = createResponsePager({ client, surveyId: "S", filter: {}, pageSize: 3 });
    assert.deepEqual(shown(await pager.newest()), ["0 1 2", 0, undefined, false, true]);
    assert.deepEqual(shown(await pager.older()), ["3 4 5", 3, undefined, true, true]);
    assert.deepEqual(shown(await pager.older()), ["6", 6, 7, true, false]);
    assert.deepEqual(shown(await pager.older()), ["6", 6, 7, true, false]);
    assert.deepEqual(shown(await pager.newer()), ["3 4 5", 3, 7, true, true]);
    assert.deepEqual(shown(await pager.newest()), ["0 1 2", 0, 7, false, true]);
    assert.equal(client.asked.length, 3);
  });

  it("fills a page from short answers", async () => {
    const client = fakeClient(7, 2);
    const pager = createResponsePager({ client, surveyId: "S", filter: {}, pageSize: 3 });
    assert.equal(ids(await pager.newest()), "0 1 2");
    assert.equal(ids(await pager.older()), "3 4 5");
    assert.deepEqual(shown(await pager.older()), ["6", 6, 7, true, false]);
  });

  it("cuts pages from an answer larger than they are, and asks for it once", async () => {
    const client = fakeClient(7, 5, false, 5);
    const pager = createResponsePager({ client, surveyId: "S", filter: {}, pageSize: 2 });
    assert.equal(ids(await pager.newest()), "0 1");
    assert.equal(ids(await pager.older()), "2 3");
    assert.equal(ids(await pager.older()), "4 5");
    assert.deepEqual(shown(await pager.older()), ["6", 6, 7, true, false]);
    assert.equal(client.asked.length, 2);
    await pager.refresh();
    assert.equal(client.asked.length, 3);
  });

  it("shows nothing of a survey without responses", async () => {
    const pager = createResponsePager({
      client: fakeClient(0),
      surveyId: "S",
      filter: {},
      pageSize: 3,
    });
    assert.deepEqual(shown(await pager.newest()), ["", 0, 0, false, false]);
  });

  it("stays on the oldest page when the next one turns out to be empty", async () => {
    const client = fakeClient(3, 1000, true);
    const pager = createResponsePager({ client, surveyId: "S", filter: {}, pageSize: 3 });
    assert.deepEqual(shown(await pager.newest()), ["0 1 2", 0, undefined, false, true]);
    assert.deepEqual(shown(await pager.older()), ["0 1 2", 0, 3, false, false]);
  });

  it("reads on until a filtered page is full, and tells how far it is", async () => {
    const client = fakeClient(65, 20);
    const scanned: number[] = [];
    const filter = { collectGroupId: "g4", endDateTime: "2025-01-01T00:00:00" };
    const pager = createResponsePager({
      client,
      surveyId: "S",
      filter,
      pageSize: 3,
      onScanned: (count) => scanned.push(count),
    });
    assert.deepEqual(shown(await pager.newest()), ["4 14 24", 0, undefined, false, true]);
    assert.deepEqual(shown(await pager.older()), ["34 44 54", 3, undefined, true, true]);
    assert.deepEqual(shown(await pager.older()), ["64", 6, 7, true, false]);
    assert.deepEqual(scanned, [20, 40, 20, 40, 5]);
    assert.ok(client.asked.every((it) => it.endDateTime === filter.endDateTime));
  });

  it("remembers where pages begin that it no longer keeps", async () => {
    const client = fakeClient(100);
    const pager = createResponsePager({ client, surveyId: "S", filter: {}, pageSize: 3 });
    for (let page = 0; page < 8; page++) {
      await pager.older();
    }
    const before = client.asked.length;
    assert.equal(ids(await pager.newest()), "0 1 2");
    assert.equal(client.asked.length, before + 1);
  });

  it("lets the newest request win", async () => {
    const pager = createResponsePager({
      client: fakeClient(9),
      surveyId: "S",
      filter: {},
      pageSize: 3,
    });
    const first = assert.rejects(pager.newest(), { code: "cancelled" });
    const second = pager.refresh();
    await first;
    assert.equal(ids(await second), "0 1 2");
  });

  it("stays where it was when a request fails or is cancelled", async () => {
    const client = fakeClient(9);
    const pager = createResponsePager({ client, surveyId: "S", filter: {}, pageSize: 3 });
    await pager.newest();
    await assert.rejects(pager.older(AbortSignal.abort()), { code: "cancelled" });
    assert.equal(ids(await pager.older()), "3 4 5");
  });

  it("reads what has arrived when it is refreshed", async () => {
    const client = fakeClient(4);
    const pager = createResponsePager({ client, surveyId: "S", filter: {}, pageSize: 3 });
    await pager.newest();
    await pager.older();
    assert.deepEqual(shown(await pager.refresh()), ["0 1 2", 0, undefined, false, true]);
  });
});
