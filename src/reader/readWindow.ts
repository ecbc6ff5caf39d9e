import { ChainReader, type ReadPage, type WindowMode } from "./chainReader.ts";
import type { ReadOptions } from "./fetchPage.ts";
import type { ReadWindow } from "./readWindows.ts";

/**
 * Reads a window's pages from where it stands, newest first; before a page is yielded, the window stands behind it. An open
 * window has an end once its first page came, so that what is submitted meanwhile shifts nothing.
 *
 * The next page is asked for by time, from the second that was reached; what is known of that second is passed over. Within
 * a second that fills most of a page, and of a service that does not keep to ranges, it is asked for by cursor.
 *
 * A chain of cursors may lead nowhere: the response that a cursor stands for is deleted, or the cursor expires. Services
 * then refuse it, or send an empty page, or begin anew. So a chain that breaks, and one that ends after several pages, is
 * begun again by time.
 * @throws NotInWindowsError, and the SurveyErrors of the client
 */
export async function* readWindow(
  options: ReadOptions,
  window: ReadWindow,
  mode: WindowMode,
): AsyncGenerator<ReadPage, void, undefined> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  const chain = new ChainReader(options, window, mode, signal);
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
