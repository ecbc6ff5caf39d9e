import type { ReadPage } from "./chainReader.ts";
import type { WindowState } from "./windowState.ts";

/**
 * Stores what is read. Windows are read concurrently, but the calls for one window come one at a time, its pages newest
 * first.
 */
export interface Keeper {
  /**
   * Stores a page. `window` is the state after the page; if its `isRead` is set, the page was the last. The window is read
   * on once this has resolved, so memory use does not depend on the number of pages.
   */
  storePage(window: WindowState, page: ReadPage): Promise<void> | void;
  /** Called when the older part of a window has become a window of its own. */
  divideWindow(divided: number, older: WindowState): Promise<void> | void;
  /** Discards what has come: a single lane reads everything again. */
  discardAll(): Promise<void> | void;
}
