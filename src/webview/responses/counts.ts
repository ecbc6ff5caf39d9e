import type { ResponsesState } from "../../messages/responses.ts";
import { plural, type LocalizableText } from "../../model/localizable.ts";
import type { Sort } from "../../model/responseView.ts";
import { formatNumber, offlineText, t, say } from "../shared/l10n.ts";
import type { GridColumn } from "./cells.ts";
import { columnTitle } from "./filter/filterParts.ts";
import type { ResponsesStore } from "./store.ts";

/** How many responses are shown, of how many, and in the grid in which order. */
export function counts({ tab, sort, columns }: ResponsesStore, state: ResponsesState): string {
  const isInOrder = tab.value === "responses";
  return countsText(state, isInOrder ? orderText(sort.value, columns.byKey) : undefined);
}

/**
 * How many responses are shown, of how many: "1,204 of 2,800, newest first".
 *
 * @param order absent where they stand in none
 */
function countsText({ content, reading }: ResponsesState, order?: string): string {
  if (!content) {
    return "";
  }
  const share =
    content.isComplete || reading.share === undefined ? undefined : percent(reading.share);
  if (order === undefined) {
    return say(unsortedText(content, share));
  }
  const matching = formatNumber(content.matching);
  const loaded = formatNumber(content.loaded);
  if (content.isComplete) {
    return t("{0} of {1}, {2}", matching, loaded, order);
  }
  return share === undefined
    ? t("{0} of {1} loaded so far, {2}", matching, loaded, order)
    : t("{0} of {1} loaded so far ({2}), {3}", matching, loaded, share, order);
}

function unsortedText(
  { isComplete, matching, loaded }: NonNullable<ResponsesState["content"]>,
  share: string | undefined,
): LocalizableText {
  if (isComplete) {
    return plural(loaded, { one: "{1} of {0} response", other: "{1} of {0} responses" }, matching);
  }
  return share === undefined
    ? plural(
        loaded,
        {
          one: "{1} of {0} response loaded so far",
          other: "{1} of {0} responses loaded so far",
        },
        matching,
      )
    : plural(
        loaded,
        {
          one: "{1} of {0} response loaded so far ({2})",
          other: "{1} of {0} responses loaded so far ({2})",
        },
        matching,
        share,
      );
}

function percent(share: number): string {
  return t("{0} %", formatNumber(Math.floor(share * 100)));
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

/** What reading is doing, where it is not at rest. */
export function readingText({ reading, content }: ResponsesState): string {
  switch (reading.state) {
    case "reading":
      return content ? t("Reading responses…") : t("Reading the survey…");
    case "paused":
      return t("Reading is paused.");
    case "elsewhere":
      return t("Another window is reading.");
    case "offline":
      return content ? offlineText(content.source.readAt) : "";
    case "idle":
      return "";
  }
}

/** What a refresh does not find: it begins a little before the newest response (see CONTRIBUTING.md, How a panel reads). */
export function refreshHint(): string {
  return t(
    "A refresh looks back ten minutes from the newest response; “Read everything anew” finds what came in later.",
  );
}
