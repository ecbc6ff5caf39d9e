import { setImmediate, setTimeout } from "node:timers/promises";
import * as vscode from "vscode";

/** Milliseconds for which VS Code debounces changes of a tree. It then ignores that rows are still being fetched. */
const debounceMs = 200;

/**
 * Fires the changes of a tree only when the window has the rows that it requested. A change that reaches the window together
 * with rows requested earlier is lost on them: the window shows these rows, but the extension host has forgotten them, so
 * they have no children, and commands of their menus get no row.
 */
export class RowChanges<T> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<T[] | undefined>();
  readonly #patience: number;
  /** Number of pending requests for rows. */
  #asking = 0;
  /** Number of finished requests for rows. */
  #given = 0;
  #due: (() => T | undefined)[] = [];
  #isAllDue = false;
  #toldAt = -Infinity;
  #telling: Promise<void> | undefined;
  #isDisposed = false;

  readonly event = this.#changed.event;

  /** @param patience milliseconds for which a change of a row waits for slow rows before it becomes a change of all rows */
  constructor(patience: number) {
    this.#patience = patience;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#changed.dispose();
  }

  /** Runs a request of VS Code for rows, and counts it. */
  async give<R>(rows: () => Promise<R>): Promise<R> {
    this.#asking++;
    try {
      return await rows();
    } finally {
      this.#asking--;
      this.#given++;
    }
  }

  /** Reports that all rows have changed. Resolves when the event has fired. */
  all(): Promise<void> {
    this.#isAllDue = true;
    return this.#tell();
  }

  /**
   * Reports that a row and those below it have changed. Resolves when the event has fired.
   * @param find returns the row when the event fires, or `undefined` if it is gone
   */
  row(find: () => T | undefined): Promise<void> {
    this.#due.push(find);
    return this.#tell();
  }

  /** Sets the text above the rows. VS Code debounces it together with changes of rows. */
  setMessage(view: Pick<vscode.TreeView<T>, "message">, message: string): void {
    if (view.message !== message) {
      view.message = message;
      this.#toldAt = performance.now();
    }
  }

  /** Reveals a row after pending changes have fired and their rows are in place: VS Code loses rows requested twice. */
  async reveal(view: Pick<vscode.TreeView<T>, "reveal">, row: T): Promise<void> {
    await this.#telling;
    const waitsUntil = performance.now() + this.#patience;
    await this.#rowsInPlace(() => performance.now() > waitsUntil);
    await view.reveal(row);
  }

  #tell(): Promise<void> {
    return (this.#telling ??= this.#tellWhenInPlace());
  }

  async #tellWhenInPlace(): Promise<void> {
    const waitsUntil = performance.now() + Math.max(0, this.#debounceLeft) + this.#patience;
    do {
      await this.#debounced();
      // If rows take too long, change all rows: VS Code then drops its pending requests and makes them again.
      await this.#rowsInPlace(() => (this.#isAllDue ||= performance.now() > waitsUntil));
    } while (this.#debounceLeft > 0);
    this.#telling = undefined;
    if (!this.#isDisposed) {
      this.#fire();
    }
  }

  #fire(): void {
    // An array is one change; rows that are fired one by one would be debounced.
    const rows = [...new Set(this.#due.map((find) => find()))].filter((row) => row !== undefined);
    const isAllDue = this.#isAllDue;
    this.#due = [];
    this.#isAllDue = false;
    if (isAllDue || rows.length > 0) {
      this.#toldAt = performance.now();
      this.#changed.fire(isAllDue ? undefined : rows);
    }
  }

  get #debounceLeft(): number {
    return this.#toldAt + debounceMs - performance.now();
  }

  async #debounced(): Promise<void> {
    while (this.#debounceLeft > 0) {
      await setTimeout(this.#debounceLeft);
    }
  }

  /** Resolves when no request for rows is pending, or when `isGivenUp` returns true. */
  async #rowsInPlace(isGivenUp: () => boolean): Promise<void> {
    let given: number;
    do {
      while (this.#asking > 0 && !isGivenUp()) {
        await setTimeout(10);
      }
      given = this.#given;
      await inPlace();
    } while (given !== this.#given || (this.#asking > 0 && !isGivenUp()));
  }
}

/** Resolves when the window has processed what it was sent, because it answers in order. */
async function inPlace(): Promise<void> {
  await setImmediate();
  // Any request would do. A window that closes does not answer, and has no rows to protect.
  await vscode.languages.getLanguages().then(undefined, () => undefined);
}
