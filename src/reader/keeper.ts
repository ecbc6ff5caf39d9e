import type { ReadPage } from "./chainReader.ts";
import type { WindowState } from "./windowState.ts";

/** Keeps what is read. Windows come side by side; what happens to each comes one after the other, its pages newest first. */
export interface Keeper {
  /**
   * Keeps a page; the window stands behind it, and where its `isRead` is set, it was the last. The window goes on once this has
   * resolved, so that memory does not depend on how much there is.
   */
  page(window: WindowState, page: ReadPage): Promise<void> | void;
  /** The older part of a window has become one of its own. */
  divided(divided: number, older: WindowState): Promise<void> | void;
  /** What came counts no more: all is read again by a single lane. */
  anew(): Promise<void> | void;
}
