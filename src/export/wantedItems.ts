import { setImmediate } from "node:timers/promises";
import type { RawItem, RawItems } from "../client/queries.ts";
import { withoutAnswers } from "../model/response.ts";
import { isOfMetadata, responseTest } from "../model/responseFilter.ts";
import type { ReadQuery, ResponseSource } from "./responseSource.ts";

/** Tells of a page which of its items are wanted, beyond what the service was asked by. */
export type WantedItems = (page: RawItems) => Promise<(item: RawItem) => boolean>;

/**
 * Items are decoded only where the filter looks into them; one that does not fit then rejects with a SurveyError
 * "malformed-answer" that names it.
 */
export function wantedItems(
  source: Pick<ResponseSource, "responseOf" | "metadataOf">,
  operation: "getResponses" | "getResponseMetadata",
  { collectGroupId, filter }: ReadQuery,
): WantedItems {
  const isOfGroup = (item: RawItem) =>
    collectGroupId === undefined || item.collectGroupId === collectGroupId;
  if (!filter) {
    return async () => isOfGroup;
  }
  const isWanted = responseTest(filter);
  const read = isOfMetadata(filter)
    ? (page: RawItems, item: RawItem) => withoutAnswers(source.metadataOf(page, item, operation))
    : (page: RawItems, item: RawItem) => source.responseOf(page, item);
  return async (page) => {
    const wanted = new Set<RawItem>();
    let pause = performance.now() + longestTurn;
    for (const item of page.items) {
      if (performance.now() >= pause) {
        await setImmediate();
        pause = performance.now() + longestTurn;
      }
      if (isOfGroup(item) && isWanted(read(page, item))) {
        wanted.add(item);
      }
    }
    return (item) => wanted.has(item);
  };
}

/** Milliseconds for which the thread may be kept busy: decoding a page of long questionnaires takes a hundred. */
const longestTurn = 8;
