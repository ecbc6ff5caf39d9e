import { itemDecoder } from "../client/itemDecoder.ts";
import type { ConversionProgress } from "../export/conversion.ts";
import type { CopyItems } from "../export/copyItems.ts";
import type { Response } from "../model/response.ts";
import { freeMemory } from "../store/freeMemory.ts";
import type { ItemSource } from "./calls.ts";

/** Items that are yielded at once. With more of them in use, garbage collection takes longer than everything else. */
const maxItems = 32;

/** Yields the decoded items of an export, some at a time. @throws SurveyError "malformed-answer" */
export function* decodedResponses(
  source: Pick<ItemSource, "version" | "dataSpace" | "kind">,
  items: CopyItems,
  step: ConversionProgress["step"],
  notify: (progress: ConversionProgress) => void,
): Generator<Response[]> {
  const decode = itemDecoder(source.version, source.dataSpace, source.kind);
  let count = 0;
  const place = () => count;
  for (const { body, items: places } of items.batches()) {
    for (let first = 0; first < places.length; first += maxItems) {
      yield places.slice(first, first + maxItems).map(({ start, end }) => {
        const response = decode(body.subarray(start, end), place);
        count++;
        return response;
      });
      notify({ step, responses: count, share: count / items.maxItems });
    }
    freeMemory(body);
  }
}
