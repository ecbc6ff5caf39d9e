import { withoutAnswers, type Response } from "../model/response.ts";
import type { ApiVersion } from "../model/survey.ts";
import { mappers } from "./mappers/mappers.ts";
import { decodeItem } from "./pages.ts";

/**
 * Understands items that were kept as the service sent them. Metadata become responses without answers.
 * @param dataSpace its name, for messages
 * @returns what an item is; `place` is where among the others it stands, for messages. It throws "malformed-answer" where
 * an item cannot be read
 */
export function itemDecoder(
  version: ApiVersion,
  dataSpace: string,
  kind: "responses" | "metadata" = "responses",
): (item: Uint8Array, place: () => number) => Response {
  const { protocol, response, metadata, exactItem, createQuick } = mappers[version];
  const name = kind === "responses" ? "getResponses" : "getResponseMetadata";
  const operation = protocol[name];
  if (!operation) {
    throw new TypeError(`${version} has no ${kind}.`);
  }
  const source = { dataSpace, operation: name } as const;
  const quick = createQuick?.();
  return kind === "responses"
    ? (item, place) =>
        quick?.(item) ?? decodeItem(source, operation, exactItem(item), place, response)
    : (item, place) => withoutAnswers(decodeItem(source, operation, item, place, metadata));
}
