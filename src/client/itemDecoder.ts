import { withoutAnswers, type Response } from "../model/response.ts";
import type { ApiVersion } from "../model/survey.ts";
import { mappers } from "./mappers/mappers.ts";
import { PageReader } from "./pageReader.ts";
import type { ItemKind } from "./queries.ts";

/**
 * Understands items that were kept as the service sent them. Metadata become responses without answers.
 * @param dataSpace its name, for messages
 * @returns what an item is; `place` is where among the others it stands, for messages. It throws "malformed-answer" where
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
