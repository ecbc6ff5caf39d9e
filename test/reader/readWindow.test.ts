import assert from "node:assert/strict";
import type { RawItems, RawPage, RawPageRequest } from "../../src/client/queries.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { PageSize } from "../../src/reader/pageSize.ts";
import type { ReadOptions } from "../../src/reader/fetchPage.ts";
import { readWindow } from "../../src/reader/readWindow.ts";
import { ReadWindow } from "../../src/reader/readWindows.ts";

const twoFrames = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Pages of one item each, in order; a test lets each of them come and be looked through. */
class HeldPages {
  readonly asked: string[] = [];
  readonly released: string[] = [];
  readonly #pages: readonly string[];
  readonly #waiting = new Map<string, { come(likely?: string): void; finish(): void }>();

  constructor(...pages: readonly string[]) {
    this.#pages = pages;
  }

  get source() {
    return {
      dataSpace: "Test",
      rawResponsePage: (_: string, it: RawPageRequest) => this.rawPage(it),
    };
  }

  rawPage = ({ cursor, onCursor }: RawPageRequest): Promise<RawPage> => {
    const page = cursor ?? this.#pages[0] ?? "";
    const next = this.#pages[this.#pages.indexOf(page) + 1];
    this.asked.push(page);
    return new Promise((resolve) => {
      this.#waiting.set(page, {
        come: (likely = next) => likely !== undefined && onCursor?.(likely),
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

  /** The page has come, but was not yet looked through. */
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

/** Reads all there is in one window. */
function readAlone(source: object) {
  const window = new ReadWindow(0, undefined, undefined);
  const mode = { isOneOfSeveral: () => false, readsAhead: () => true };
  return { window, pages: readWindow(optionsFor(source), window, mode) };
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

describe("pages that are read one after the other", () => {
  it("are asked for as soon as the page before has come", async () => {
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

  it("leave the window as it is where an item cannot be looked into", async () => {
    const held = new HeldPages("a", "b");
    const looked: string[] = [];
    const source = {
      ...held.source,
      responseOf: ({ body }: RawItems) => {
        looked.push(Buffer.from(body).toString());
        if (looked.length === 2) {
          throw new SurveyError("malformed-answer", "It does not fit.");
        }
        return { embeddedData: [], variables: [] };
      },
    };
    const column = { kind: "variable", name: "Q1" } as const;
    const query: ReadOptions["query"] = {
      filter: { conditions: [{ ...column, is: "oneOf", values: [], missing: ["notShown"] }] },
    };
    const window = new ReadWindow(0, undefined, undefined);
    const mode = { isOneOfSeveral: () => false, readsAhead: () => false };
    const pages = readWindow({ ...optionsFor(source), query }, window, mode);
    const first = pages.next();
    await held.finish("a");
    assert.equal((await first).value?.items.length, 1);
    const { position, read } = window;
    const second = pages.next();
    await twoFrames();
    await Promise.all([assert.rejects(second, { code: "malformed-answer" }), held.finish("b")]);
    assert.deepEqual([looked, window.isRead, window.read], [["a", "b"], false, read]);
    assert.deepEqual([window.position, position.cursor], [position, "b"]);
  });

  it("are no more than one ahead of who works on them", async () => {
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

  it("are given up when the same one comes again under another cursor, without ids", async () => {
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

  it("go by the cursor of the page itself, whatever seemed likely", async () => {
    const held = new HeldPages("a", "b");
    const pages = reading(held);
    const first = pages.next();
    await held.come("a", "wrong");
    await held.finish("a");
    await first;
    assert.deepEqual(held.asked, ["a", "wrong", "b"]);
    const second = pages.next();
    await held.finish("b");
    assert.equal((await second).value?.body.toString(), "b");
    assert.equal((await pages.next()).done, true);
  });
});
