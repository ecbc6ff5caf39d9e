import assert from "node:assert/strict";
import type { Cancellable, RawPage, RawPageRequest } from "../../src/client/queries.ts";
import { PageSize } from "../../src/reader/pageSize.ts";
import type { ReadOptions } from "../../src/reader/fetchPage.ts";
import { readWindow } from "../../src/reader/readWindow.ts";
import { ReadWindow } from "../../src/reader/readWindows.ts";

const twoFrames = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Pages of one item each. The test decides when each of them arrives, and when it is parsed. */
class HeldPages {
  readonly asked: string[] = [];
  readonly released: string[] = [];
  readonly givenUp: string[] = [];
  readonly #pages: readonly string[];
  readonly #waiting = new Map<string, { come(likely?: string): void; finish(): void }>();

  constructor(...pages: readonly string[]) {
    this.#pages = pages;
  }

  get source() {
    return {
      dataSpace: "Test",
      rawResponsePage: (_: string, it: RawPageRequest & Cancellable) => this.rawPage(it),
    };
  }

  rawPage = ({ cursor, onNext, signal }: RawPageRequest & Cancellable): Promise<RawPage> => {
    const page = cursor ?? this.#pages[0] ?? "";
    const next = this.#pages[this.#pages.indexOf(page) + 1];
    this.asked.push(page);
    signal?.addEventListener("abort", () => this.givenUp.push(page));
    return new Promise((resolve) => {
      this.#waiting.set(page, {
        come: (likely = next) =>
          likely !== undefined && onNext?.({ cursor: likely, count: () => 1 }),
        finish: () =>
          resolve({
            body: Buffer.from(page),
            items: [{ start: 0, end: 1, id: page }],
            cursor: next,
            release: () => this.released.push(page),
          }),
      });
    });
  };

  /** Lets the page arrive before it is parsed. */
  async come(page: string, likely?: string): Promise<void> {
    this.#waiting.get(page)?.come(likely);
    await twoFrames();
  }

  async finish(page: string): Promise<void> {
    this.#waiting.get(page)?.finish();
    await twoFrames();
  }
}

function reading(held: HeldPages) {
  return readAlone(held.source).pages;
}

/** Reads everything in one window, by cursors. */
function readAlone(source: object) {
  const window = new ReadWindow(0, undefined, undefined);
  return { window, pages: readWindow(optionsFor(source), window, { isSingleLane: true }) };
}

function optionsFor(source: object): ReadOptions {
  return {
    source: source as ReadOptions["source"],
    surveyId: "S1",
    kind: "responses",
    query: {},
    signal: new AbortController().signal,
    pageSize: new PageSize(),
  };
}

describe("reading pages along cursors", () => {
  it("requests the next page as soon as the current one has arrived", async () => {
    const held = new HeldPages("a", "b", "c");
    const { window, pages } = readAlone(held.source);
    const first = pages.next();
    await twoFrames();
    await held.come("a");
    assert.deepEqual(held.asked, ["a", "b"]);
    await held.finish("a");
    await first;
    assert.equal(window.position.cursor, "b");
    assert.deepEqual(held.asked, ["a", "b"]);
    await pages.return();
  });

  it("requests at most one page ahead of the consumer", async () => {
    const held = new HeldPages("a", "b", "c");
    const pages = reading(held);
    const first = pages.next();
    await held.come("a");
    await held.finish("a");
    await first;
    await held.come("b");
    await held.finish("b");
    assert.deepEqual(held.asked, ["a", "b"]);
    assert.deepEqual(held.released, []);
    await pages.next();
    assert.deepEqual(held.asked, ["a", "b", "c"]);
    assert.deepEqual(held.released, ["a"]);
    await pages.return();
  });

  it("stops with an error if a page without IDs repeats under another cursor", async () => {
    const items = Array.from({ length: 10 }, (_, start) => ({ start, end: start + 1 }));
    let asked = 0;
    const source = {
      dataSpace: "Test",
      rawResponsePage: async () => ({
        body: Buffer.from("0123456789"),
        items,
        cursor: `${++asked}`,
        release: () => undefined,
      }),
    };
    const { pages } = readAlone(source);
    assert.equal((await pages.next()).value?.items.length, 10);
    await assert.rejects(pages.next(), { message: /repeats itself/ });
  });

  it("follows the cursor of the parsed page and cancels a request with a wrongly guessed cursor", async () => {
    const held = new HeldPages("a", "b");
    const pages = reading(held);
    const first = pages.next();
    await held.come("a", "wrong");
    await held.finish("a");
    await first;
    assert.deepEqual(held.asked, ["a", "wrong", "b"]);
    assert.deepEqual(held.givenUp, ["wrong"]);
    const second = pages.next();
    await held.finish("b");
    assert.equal((await second).value?.body.toString(), "b");
    assert.equal((await pages.next()).done, true);
  });
});

/** Serves responses of the given seconds, newest first, 10 a page, and records what was asked for. */
class TimedPages {
  readonly asked: string[] = [];
  readonly #seconds: readonly number[];

  constructor(seconds: readonly number[]) {
    this.#seconds = seconds;
  }

  readonly dataSpace = "Test";

  rawResponsePage = async (
    _: string,
    { startDateTime: after = "", endDateTime: until = "~", cursor }: RawPageRequest & Range,
  ): Promise<RawPage> => {
    this.asked.push(`${until === "~" ? "" : secondOf(until)} ${cursor ?? ""}`.trim());
    const all = this.#seconds
      .map((second, id) => ({ id: `r${id}`, finishedAt: timeOf(second), start: 0, end: 1 }))
      .filter((it) => it.finishedAt > after && it.finishedAt <= until);
    const first = cursor === undefined ? 0 : all.findIndex((it) => it.id === cursor) + 1;
    const items = all.slice(first, first + 10);
    const next = first + 10 < all.length ? items.at(-1)?.id : undefined;
    return { body: Buffer.from(" "), items, cursor: next, release: () => undefined };
  };
}

interface Range {
  readonly startDateTime?: string;
  readonly endDateTime?: string;
}

const timeOf = (second: number) =>
  `2025-01-01T00:${String(second).padStart(4, "0").replace(/(..)$/, ":$1")}`;
const secondOf = (time: string) => Number(time.slice(14).replace(":", ""));

describe("reading a window by time", () => {
  const read = async (seconds: readonly number[]) => {
    const service = new TimedPages(seconds);
    const window = new ReadWindow(0, undefined, undefined);
    const ids: (string | undefined)[] = [];
    for await (const { items } of readWindow(optionsFor(service), window, {
      isSingleLane: false,
    })) {
      ids.push(...items.map((it) => it.id));
    }
    assert.deepEqual(
      ids,
      seconds.map((_, id) => `r${id}`),
    );
    return { asked: service.asked, window };
  };

  it("requests each page from the last second read, and needs no final request at the end", async () => {
    const { asked, window } = await read(Array.from({ length: 25 }, (_, at) => 50 - at));
    assert.deepEqual(asked, ["", "41", "32"]);
    assert.equal(window.to, timeOf(41));
  });

  it("follows cursors only within a second that fills most of a page", async () => {
    const { asked } = await read([
      ...Array.from({ length: 27 }, () => 50),
      ...[9, 8, 7, 6, 5, 4, 3, 2],
    ]);
    assert.deepEqual(asked.slice(0, 4), ["", "50", "50 r9", "50 r19"]);
  });
});
