import { elements, members } from "../../protocol/jsonSlices.ts";
import { openArray } from "../../protocol/jsonBytes.ts";
import { nameOf } from "../names.ts";

/** Names in lower case. `undefined` keeps all elements. */
export interface WantedNames {
  readonly variables: ReadonlySet<string> | undefined;
  readonly embeddedData: ReadonlySet<string> | undefined;
}

const comma = Buffer.from(",");

/** Returns a v3 response with only the wanted elements of its arrays. All other bytes stay as they are. */
export function onlyNamed(response: Buffer, wanted: WantedNames): Buffer {
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (const { name, start, end } of members(response)) {
    const names = name === "variables" || name === "embeddedData" ? wanted[name] : undefined;
    if (!names || response[start] !== openArray) {
      continue;
    }
    parts.push(response.subarray(copied, start + 1));
    let separator = false;
    for (const element of elements(response, start, end)) {
      if (names.has(nameOf(response, element)?.name.toLowerCase() ?? "")) {
        if (separator) {
          parts.push(comma);
        }
        parts.push(response.subarray(element.start, element.end));
        separator = true;
      }
    }
    copied = end - 1;
  }
  return Buffer.concat([...parts, response.subarray(copied)]);
}
