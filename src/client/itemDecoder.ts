import type { Response } from "../model/response.ts";
import type { ApiVersion } from "../model/survey.ts";
import { withExactNumbers } from "./exactNumbers.ts";
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
  const { protocol, response, metadata, createQuick } = mappers[version];
  const name = kind === "responses" ? "getResponses" : "getResponseMetadata";
  const operation = protocol[name];
  if (!operation) {
    throw new TypeError(`${version} has no ${kind}.`);
  }
  const source = { dataSpace, operation: name } as const;
  // v3 has values as text.
  const exact = version === "v3" ? (item: Uint8Array) => item : withExactNumbers;
  const quick = createQuick?.();
  return kind === "responses"
    ? (item, place) => quick?.(item) ?? decodeItem(source, operation, exact(item), place, response)
    : (item, place) => ({
        ...decodeItem(source, operation, item, place, metadata),
        embeddedData: [],
        variables: [],
      });
}
