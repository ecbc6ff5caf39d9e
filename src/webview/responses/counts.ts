import type { ResponsesState } from "../../messages/responses.ts";
import type { Sort } from "../../model/responseView.ts";
import { formatNumber, offlineText, t, sayCount } from "../shared/l10n.ts";
import type { GridColumn } from "./cells.ts";
import { columnTitle } from "./filter/filterParts.ts";
import type { ResponsesStore } from "./store.ts";

/** Says how many responses are shown, of how many, and, for the grid, in which order. */
export function counts({ tab, sort, columns }: ResponsesStore, state: ResponsesState): string {
  const isInOrder = tab.value === "responses";
  return countsText(state, isInOrder ? orderText(sort.value, columns.byKey) : undefined);
}

/** The same for screen readers: "1,204 of 2,800 responses, newest first". */
export function spokenCounts(store: ResponsesStore, state: ResponsesState): string {
  const { tab, sort, columns } = store;
  return tab.value === "responses" && state.content?.isComplete && state.content.matching > 0
    ? t("{0}, {1}", countsText(state), orderText(sort.value, columns.byKey))
    : counts(store, state);
}

/**
 * Says how many responses are shown, of how many: "1,204 of 2,800, newest first".
 *
 * @param order undefined if there is no order
 */
function countsText({ content, reading }: ResponsesState, order?: string): string {
  if (!content) {
    return "";
  }
  const { isComplete, matching, loaded } = content;
  if (isComplete) {
    if (loaded === 0) {
      return t("No responses");
    }
    // What is not there has no order.
    return order === undefined || matching === 0
      ? sayCount(loaded, { one: "{1} of {0} response", other: "{1} of {0} responses" }, matching)
      : t("{0} of {1}, {2}", formatNumber(matching), formatNumber(loaded), order);
  }
  const amount = loadedText(matching, loaded);
  const percent = reading.share === undefined ? undefined : Math.floor(reading.share * 100);
  // "15 loaded (0%)" would contradict itself.
  const text =
    percent === undefined || (percent === 0 && loaded > 0)
      ? amount
      : t("{0} ({1})", amount, t("{0}%", formatNumber(percent)));
  return order === undefined ? text : t("{0}, {1}", text, order);
}

function loadedText(matching: number, loaded: number): string {
  return matching === loaded
    ? t("{0} loaded", formatNumber(loaded))
    : t("{0} of {1} loaded", formatNumber(matching), formatNumber(loaded));
}

/** "newest first" */
function orderText(sort: Sort | undefined, columns: ReadonlyMap<string, GridColumn>): string {
  if (!sort) {
    return t("newest first");
  }
  const column = columns.get(sort.column);
  const name = column ? columnTitle(column) : sort.column;
  return sort.direction === "ascending"
    ? t("by {0}, ascending", name)
    : t("by {0}, descending", name);
}

/** Says what reading is doing, unless it is idle. */
export function readingText({ reading, content }: ResponsesState): string {
  switch (reading.state) {
    case "reading":
      return t("Loading responses…");
    case "paused":
      return t("Loading is paused.");
    case "elsewhere":
      return t("Another window is loading the responses.");
    case "offline":
      return content ? offlineText(content.source.readAt) : "";
    case "idle":
      return "";
  }
}

/** Says what a refresh misses: it begins a little before the newest response (see CONTRIBUTING.md, How a response travels). */
export function refreshHint(): string {
  return t("Refresh checks the last 10 minutes; Reload All Responses checks everything.");
}
