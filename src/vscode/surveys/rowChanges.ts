import { setImmediate, setTimeout } from "node:timers/promises";
import * as vscode from "vscode";

/** Milliseconds within which VS Code makes one change of several, at the end of which it looks at no rows on their way. */
const debounceMs = 200;

/**
 * The changes of a tree, told when its rows are in their places. A change that reaches the window together with rows that were
 * asked for before is lost on them: the window shows these rows, and the extension host has forgotten them, so they have no
 * children, and their menus no row.
 */
export class RowChanges<T> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<T[] | undefined>();
  readonly #patience: number;
  /** How often rows are being asked for. */
  #asking = 0;
  /** How often they were given. */
  #given = 0;
  #due: (() => T | undefined)[] = [];
  #isAllDue = false;
  #toldAt = -Infinity;
  #telling: Promise<void> | undefined;
  #isDisposed = false;

  readonly event = this.#changed.event;

  /** @param patience milliseconds for which a change of a row waits for rows that are long in coming, before it is one of all rows */
  constructor(patience: number) {
    this.#patience = patience;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#changed.dispose();
  }

  /** Rows for VS Code. */
  async give<R>(rows: () => Promise<R>): Promise<R> {
    this.#asking++;
    try {
      return await rows();
    } finally {
      this.#asking--;
      this.#given++;
    }
  }

  /** All rows have changed. Resolves when that is told. */
  all(): Promise<void> {
    this.#isAllDue = true;
    return this.#tell();
  }

  /** One row has changed, with those below it. @param find looks for it when it is to be told, and finds nothing where it has gone */
  row(find: () => T | undefined): Promise<void> {
    this.#due.push(find);
    return this.#tell();
  }

  /** Sets the text above the rows, which VS Code debounces together with changes of rows. */
  setMessage(view: Pick<vscode.TreeView<T>, "message">, message: string): void {
    if (view.message !== message) {
      view.message = message;
      this.#toldAt = performance.now();
    }
  }

  /** Shows a row when changes are told and their rows given: VS Code loses rows that it asks for twice at once. */
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
      // What is asked for is dropped then, and asked for again.
      await this.#rowsInPlace(() => (this.#isAllDue ||= performance.now() > waitsUntil));
    } while (this.#debounceLeft > 0);
    this.#telling = undefined;
    if (!this.#isDisposed) {
      this.#fire();
    }
  }

  #fire(): void {
    // An array is one change; rows that are told one by one are debounced.
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

  /** Resolves when no rows are on their way, or are not waited for any longer. */
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

/** Resolves when the window has taken in what it was given: it answers in order. */
async function inPlace(): Promise<void> {
  await setImmediate();
  // Any question would do. A window that closes gives no answer, and has no rows to be careful with.
  await vscode.languages.getLanguages().then(undefined, () => undefined);
}
