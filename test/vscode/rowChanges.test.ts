import { strict as assert } from "node:assert";
import { RowChanges } from "../../src/vscode/surveys/rowChanges.ts";

describe("Row changes", () => {
  let changes: RowChanges<string>;
  let told: (string[] | undefined)[];

  function start(patience: number): void {
    changes = new RowChanges(patience);
    told = [];
    changes.event((rows) => told.push(rows));
  }

  afterEach(() => {
    changes.dispose();
  });

  /** Asks for rows that arrive only when the returned function is called. */
  function givesLate(): () => Promise<void> {
    let release = (): void => undefined;
    const given = changes.give(() => new Promise<void>((resolve) => (release = resolve)));
    return () => {
      release();
      return given;
    };
  }

  it("wait for rows that are being requested", async () => {
    start(60_000);
    const release = givesLate();
    const telling = changes.row(() => "a");
    const after = givesLate();
    await release();
    assert.deepEqual(told, []);
    await after();
    await telling;
    assert.deepEqual(told, [["a"]]);
  });

  it("are reported for all rows if requested rows take too long", async () => {
    start(1);
    const release = givesLate();
    await changes.row(() => "a");
    assert.deepEqual(told, [undefined]);
    await release();
  });

  it("of all rows are reported at once and include those of single rows", async () => {
    start(60_000);
    const release = givesLate();
    await Promise.all([changes.row(() => "a"), changes.all(), changes.row(() => "b")]);
    assert.deepEqual(told, [undefined]);
    await release();
  });

  it("are reported once per row, without removed rows", async () => {
    start(60_000);
    let isThere = true;
    const telling = Promise.all([
      changes.row(() => "a"),
      changes.row(() => "a"),
      changes.row(() => (isThere ? "b" : undefined)),
    ]);
    isThere = false;
    await telling;
    assert.deepEqual(told, [["a"]]);
  });

  it("of several rows are reported as one change", async () => {
    start(60_000);
    await Promise.all([changes.row(() => "a"), changes.row(() => "b")]);
    assert.deepEqual(told, [["a", "b"]]);
  });

  it("wait for VS Code's debounce after a new message", async () => {
    start(60_000);
    const view = { message: "" };
    const sinceMessage = async (message: string) => {
      const setAt = performance.now();
      changes.setMessage(view, message);
      await changes.row(() => "a");
      return performance.now() - setAt;
    };
    assert.ok((await sinceMessage("shown")) >= 200);
    assert.equal(view.message, "shown");
    // The view is frozen, so setting the same message again would throw.
    changes.setMessage(Object.freeze(view), "shown");
  });

  it("that arrive during a report are reported after it", async () => {
    start(60_000);
    let next: Promise<void> | undefined;
    changes.event((rows) => {
      if (rows?.includes("a")) {
        next = changes.row(() => "b");
      }
    });
    await changes.row(() => "a");
    await next;
    assert.deepEqual(told, [["a"], ["b"]]);
  });
});
