import assert from "node:assert/strict";

import type { Row } from "../../../src/model/grid.ts";
import { requestOf, type ResponsesRequest } from "../support/panelMessages.ts";
import { RowCache, type Place } from "../../../src/webview/responses/grid/rowCache.ts";

type Asked = Extract<ResponsesRequest, { kind: "rows" | "locate" }>;

const rowsFrom = (first: number, count: number, firstId = first): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: firstId + index, cells: [] }));

class Owner {
  readonly cache: RowCache;
  readonly asked: Asked[] = [];
  readonly #answers: ((answer: unknown) => void)[] = [];
  readonly moves: { top: number; active: number }[] = [];
  at: Place = { top: 0, rows: 20, active: 0 };

  constructor() {
    this.cache = new RowCache(
      (name, ...values) =>
        new Promise((resolve) => {
          this.asked.push(requestOf({ id: 0, name, values, isCancellable: false }) as Asked);
          // The type of the answer depends on the kind of request, which a promise cannot express.
          this.#answers.push(resolve as (answer: unknown) => void);
        }),
      () => ({
        ...this.at,
        topId: this.cache.at(Math.floor(this.at.top))?.id,
        activeId: this.cache.at(this.at.active)?.id,
      }),
      (event) => {
        if (event.kind === "moved") {
          const { top, active } = event;
          this.moves.push({ top, active });
          this.at = { ...this.at, top, active };
        }
      },
    );
  }

  /** Answers all pending requests, as if row ids began at `firstId` at position 0. */
  async answer(firstId = 0): Promise<void> {
    const answers = this.#answers.splice(0);
    this.asked.splice(0).forEach((it, index) => {
      answers[index]?.(
        it.kind === "rows"
          ? rowsFrom(it.first, it.count, firstId + it.first)
          : it.ids.map((id) => id - firstId),
      );
    });
    await arrived();
  }

  /** Answers the first of the pending requests. */
  async answerFirst(answer: unknown): Promise<void> {
    this.asked.shift();
    this.#answers.shift()?.(answer);
    await arrived();
  }

  /** Returns the pending requests, which are never answered then. */
  take(): Asked[] {
    this.#answers.length = 0;
    return this.asked.splice(0);
  }
}

/** Waits for answers, which arrive in a later turn of the event loop. */
function arrived(): Promise<void> {
  return new Promise(setImmediate);
}

describe("Row cache", () => {
  it("requests whole chunks once, and none after the last row", () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 200 }, false);
    owner.take();
    owner.cache.need(150, 260);
    owner.cache.need(150, 199);
    assert.deepEqual(owner.take(), [
      { kind: "rows", view: 1, first: 128, count: 32 },
      { kind: "rows", view: 1, first: 160, count: 32 },
      { kind: "rows", view: 1, first: 192, count: 8 },
    ]);
    owner.cache.need(70, 80);
    assert.deepEqual(owner.take(), [{ kind: "rows", view: 1, first: 64, count: 32 }]);
  });

  it("requests visible rows before rows ahead", () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 1000 }, false);
    owner.take();
    owner.at = { ...owner.at, top: 515 };
    owner.cache.need(420, 540);
    const first = owner.take().map((it) => (it.kind === "rows" ? it.first : undefined));
    assert.deepEqual(first, [512, 480, 448, 416]);
  });

  it("requests the missing rows of a chunk again", () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 200 }, false);
    owner.take();
    owner.cache.receive({ view: 1, first: 0, rows: rowsFrom(0, 70) });
    owner.cache.need(0, 63);
    assert.deepEqual(owner.take(), []);
    owner.cache.need(64, 80);
    assert.deepEqual(owner.take(), [{ kind: "rows", view: 1, first: 64, count: 32 }]);
    assert.equal(owner.cache.at(69)?.id, 69);
  });

  it("drops answers of other views", () => {
    const owner = new Owner();
    owner.cache.show({ view: 2, kept: 0, matching: 200 }, false);
    owner.cache.receive({ view: 1, first: 0, rows: rowsFrom(0, 64) });
    assert.equal(owner.cache.at(0), undefined);
  });

  it("discards the least recently used chunks", async () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 1_000_000 }, false);
    for (let first = 0; first < 64 * 300; first += 64) {
      owner.cache.need(first, first + 63);
      await owner.answer();
      owner.cache.need(0, 63);
      await owner.answer();
    }
    assert.equal(owner.cache.at(0)?.id, 0);
    assert.equal(owner.cache.at(64), undefined);
    assert.equal(owner.cache.at(64 * 299)?.id, 64 * 299);
  });

  it("shows the rows of the previous view until those of the new view arrive", async () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 1000 }, false);
    await owner.answer();
    owner.at = { ...owner.at, top: 300.5, active: 310 };
    owner.cache.need(290, 330);
    await owner.answer();
    // Ten newer responses have arrived above.
    owner.cache.show({ view: 2, kept: 0, matching: 1010 }, false);
    assert.deepEqual(owner.asked, [{ kind: "locate", view: 2, ids: [300, 310] }]);
    await owner.answerFirst([310, 320]);
    assert.equal(owner.cache.count, 1000);
    assert.equal(owner.cache.at(300)?.id, 300);
    owner.moves.length = 0;
    await owner.answer(-10);
    assert.deepEqual(owner.moves, [{ top: 310.5, active: 320 }]);
    assert.equal(owner.cache.count, 1010);
    assert.equal(owner.cache.at(310)?.id, 300);
  });

  it("switches views at once if no visible row has changed", async () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 1000 }, false);
    owner.cache.need(0, 63);
    await owner.answer();
    owner.cache.show({ view: 2, kept: 100, matching: 1500 }, false);
    assert.deepEqual(owner.take(), []);
    assert.equal(owner.cache.view, 2);
    assert.equal(owner.cache.at(20)?.id, 20);
  });

  it("keeps rows only of the immediately preceding view", async () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 1000 }, false);
    owner.cache.need(0, 63);
    await owner.answer();
    owner.cache.show({ view: 3, kept: 100, matching: 1500 }, false);
    assert.deepEqual(owner.take(), [{ kind: "locate", view: 3, ids: [0] }]);
  });

  it("follows the newest of several views and the user's scrolling", async () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 1000 }, false);
    owner.at = { ...owner.at, top: 100, active: 100 };
    owner.cache.need(90, 200);
    await owner.answer();
    owner.cache.show({ view: 2, kept: 0, matching: 1010 }, false);
    owner.cache.show({ view: 3, kept: 1010, matching: 1020 }, false);
    await owner.answerFirst([110]);
    assert.equal(owner.cache.view, 1);
    owner.at = { ...owner.at, top: 105 };
    await owner.answer(-10);
    await owner.answer(-10);
    assert.equal(owner.cache.view, 3);
    assert.deepEqual(owner.moves.at(-1), { top: 115, active: 110 });
  });

  it("scrolls to the top for another filter, and keeps the active row if it still matches", async () => {
    const owner = new Owner();
    owner.cache.show({ view: 1, kept: 0, matching: 1000 }, false);
    owner.at = { ...owner.at, top: 100, active: 105 };
    owner.cache.need(90, 200);
    await owner.answer();
    owner.cache.show({ view: 2, kept: 0, matching: 400 }, true);
    await owner.answerFirst([37]);
    await owner.answer();
    assert.deepEqual(owner.moves.at(-1), { top: 0, active: 37 });
  });
});
