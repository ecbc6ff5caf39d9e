import { ChainReader, type ReadPage, type WindowMode } from "./chainReader.ts";
import type { ReadOptions } from "./fetchPage.ts";
import type { ReadWindow } from "./readWindows.ts";

/**
 * Reads a window's pages from its position on, newest first. The position is past a page before the page is yielded. An open
 * window gets an end with its first page, so that later submissions shift nothing.
 *
 * The next page is requested by time, from the second that was reached; known items of that second are skipped. Within a
 * second that fills a large part of a page, and if the service does not honour ranges, the next page is requested by cursor.
 *
 * A chain of cursors may break: the response that a cursor stands for is deleted, or the cursor expires. The service then
 * refuses the cursor, sends an empty page, or starts again from the first page. So a chain that breaks, or that ends after
 * several pages, is restarted by time.
 * @throws NotInWindowsError, and SurveyErrors of the client
 */
export async function* readWindow(
  options: ReadOptions,
  window: ReadWindow,
  mode: WindowMode,
): AsyncGenerator<ReadPage, void, undefined> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  const chain = new ChainReader({ ...options, signal }, window, mode);
  try {
    while (!window.isRead) {
      const page = await chain.next();
      if (page) {
        yield page;
        chain.release();
      }
    }
  } finally {
    chain.suspend();
    leaving.abort();
  }
}
