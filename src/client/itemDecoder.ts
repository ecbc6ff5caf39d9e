import { withoutAnswers, type Response } from "../model/response.ts";
import type { ApiVersion } from "../model/survey.ts";
import { mappers } from "./mappers/mappers.ts";
import { PageReader } from "./pageReader.ts";
import type { ItemKind } from "./queries.ts";

/**
 * Returns a function that decodes stored items. Metadata become responses without answers.
 * @param dataSpace its name, for messages
 * @returns the decoder; `place` returns the item's position among the others, for messages. It throws "malformed-answer" if
 * an item cannot be read
 */
export function itemDecoder(
  version: ApiVersion,
  dataSpace: string,
  kind: ItemKind = "responses",
): (item: Uint8Array, place: () => number) => Response {
  const pages = new PageReader(version, dataSpace);
  const quick = mappers[version].createQuick?.();
  return kind === "responses"
    ? (item, place) => quick?.(item) ?? pages.response(item, place)
    : (item, place) => withoutAnswers(pages.metadata(item, place, "getResponseMetadata"));
}
