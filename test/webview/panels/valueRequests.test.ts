import assert from "node:assert/strict";
import type { ColumnValues } from "../../../src/model/responseView.ts";
import { cancelled } from "../../../src/client/waiting.ts";
import { ValueRequests } from "../../../src/webview/responses/filter/valueRequests.ts";
import { ResponsesStore } from "../../../src/webview/responses/store.ts";
import { responsesContent, responsesState } from "./fixtures.ts";

const key = "variable:Q1";

describe("Value requests of a column", () => {
  let store: ResponsesStore;
  let questions: ValueRequests;
  /** Requests that are not answered yet. */
  let asked: { readonly answer: (count: number) => void; readonly reject: () => void }[];

  beforeEach(() => {
    asked = [];
    store = new ResponsesStore(
      {
        send: () => undefined,
        request: () =>
          new Promise((resolve, reject) => {
            // The type of the answer depends on the kind of request, which a promise cannot express.
            const answer = resolve as (values: ColumnValues) => void;
            asked.push({
              answer: (count) => answer(counted(count)),
              reject: () => reject(cancelled()),
            });
          }),
        savedView: () => undefined,
        saveState: () => undefined,
      },
      () => ({ width: 500, body: 480 }),
    );
    questions = new ValueRequests({ store });
    show(1);
    // As the filter does when the store changes.
    store.subscribe(() => questions.askAnew(key, false));
  });

  /** Shows another view while the filter has the column's condition open. */
  function show(view: number): void {
    store.state = responsesState({ content: responsesContent({ view }) });
    questions.askAnew(key, true);
  }

  const count = () => store.filtering.values.get(key)?.noAnswer;

  it("are sent once, and again for another view", async () => {
    questions.ask(key);
    assert.equal(asked.length, 1);
    asked.shift()?.answer(10);
    await arrived();
    assert.deepEqual([count(), asked.length], [10, 0]);
    show(2);
    assert.equal(asked.length, 1);
  });

  it("are sent again if the answer is of the previous view", async () => {
    show(2);
    show(3);
    assert.equal(asked.length, 1);
    asked.shift()?.answer(10);
    await arrived();
    assert.equal(asked.length, 1);
    asked.shift()?.answer(30);
    await arrived();
    assert.deepEqual([count(), asked.length], [30, 0]);
  });

  it("are sent again after a failed request", async () => {
    asked.shift()?.reject();
    await arrived();
    assert.equal(asked.length, 0);
    show(2);
    // The third view arrives before the request about the second one is answered, so that one is cancelled.
    show(3);
    asked.shift()?.reject();
    await arrived();
    asked.shift()?.answer(30);
    await arrived();
    assert.deepEqual([count(), asked.length], [30, 0]);
  });

  it("stay pending while those of another column are answered", async () => {
    asked.shift()?.answer(10);
    await arrived();
    show(2);
    questions.ask("variable:Q2");
    asked.pop()?.answer(7);
    await arrived();
    questions.ask(key);
    assert.equal(asked.length, 1);
  });
});

function counted(noAnswer: number): ColumnValues {
  return { values: [], noAnswer, notShown: 0, isCut: false };
}

/** Waits for answers, which arrive in a later turn of the event loop. */
function arrived(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
