import { itemDecoder } from "../client/itemDecoder.ts";
import type { Response } from "../model/response.ts";
import type { ItemSource, PreviewJob } from "./calls.ts";

/**
 * Returns the decoded responses of a page; metadata are responses without answers.
 * @throws SurveyError "malformed-answer" if an item cannot be read
 */
export function pageResponses(
  { version, dataSpace, kind }: ItemSource,
  body: Uint8Array,
  items: PreviewJob["items"],
): Response[] {
  const decode = itemDecoder(version, dataSpace, kind);
  return items.map(({ start, end }, index) => decode(body.subarray(start, end), () => index));
}
