import type { Disposable } from "vscode";

/** Owns disposables and disposes them once, newest first. An item that is added later is disposed at once. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) {
      item.dispose();
    } else {
      this.#items.add(item);
    }
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) {
      item.dispose();
    }
  }
}
