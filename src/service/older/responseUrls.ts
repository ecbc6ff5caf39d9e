import { createHmac, timingSafeEqual } from "node:crypto";
import { rawObject, rawString, rawText } from "../load/raw.ts";
import { badBody, type Problem } from "../problem.ts";
import { mapInSlices } from "../mapInSlices.ts";
import { quote } from "../../protocol/jsonBytes.ts";

/*
 * Response URLs (API.md, "Response URL request body"). API.md shows neither their form nor how a group with isUsingHmac
 * signs them. Both are specific to the local data space, which `signatureScheme` tells users.
 */

/** Path at which respondents would answer, relative to the service's address. */
export const respondPath = "/respond/";

export const signatureScheme =
  "The reference does not show how response URLs of collect groups with isUsingHmac are signed. The local data space has a way of its own: the last query parameter, hmac, is the HMAC-SHA256 of the path and query in front of it, exactly as they stand in the URL, in base64url without padding. The key is the service's own, and never leaves it.";

export interface UrlMaker {
  /** The service's origin, without a slash at its end. */
  readonly origin: string;
  readonly collectGroupId: string;
  /** Keys of the survey's parameters. */
  readonly parameterKeys: readonly string[];
  /** Key for the signature. Undefined if the group does not sign its URLs. */
  readonly key: string | undefined;
}

/**
 * Returns one URL for each row, in order. Numbers keep their digits as sent.
 * @param rows objects that fit the protocol table's schema
 * @throws Problem 400 that names the row and the key at fault
 */
export function responseUrls(
  rows: readonly Buffer[],
  { origin, collectGroupId, parameterKeys, key }: UrlMaker,
): Promise<string[]> {
  const known = new Set(parameterKeys);
  const path = `${respondPath}${escaped(collectGroupId)}`;
  return mapInSlices(rows, (row, index) => {
    const whole = { start: 0, end: row.length };
    const pairs: string[] = [];
    for (const [name, at] of rawObject(row, rawObject(row, whole).get("parameters"))) {
      if (!known.has(name)) {
        throw badRow(index, name, unknownKey(parameterKeys));
      }
      const value = rawString(row, at)?.value ?? rawText(row, at);
      // The schema does not check the value of a key called __proto__.
      if (row[at.start] !== quote && !/^-?\d/.test(value)) {
        throw badRow(index, name, "must be text or a number.");
      }
      if ([name, value].some((it) => !it.isWellFormed())) {
        throw badRow(index, name, "has half a surrogate pair, which no URL can carry.");
      }
      pairs.push(`${escaped(name)}=${escaped(value)}`);
    }
    const target = pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
    return origin + (key === undefined ? target : signed(target, key));
  });
}

/** Returns true if a URL's path and query end with this service's signature of them. */
export function isSigned(target: string, key: string): boolean {
  const unsigned = target.slice(0, -signatureLength);
  // Compared with the whole, because another separator would make the signature a part of the last value.
  const expected = Buffer.from(signed(unsigned, key));
  const given = Buffer.from(target);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signed(target: string, key: string): string {
  const signature = createHmac("sha256", key).update(target).digest("base64url");
  return `${target}${target.includes("?") ? "&" : "?"}hmac=${signature}`;
}

/** Length of "&hmac=" and a signature. */
const signatureLength = 49;

// Browsers encode some characters that encodeURIComponent does not, which would invalidate the signature.
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function unknownKey(known: readonly string[]): string {
  return known.length === 0
    ? "The survey has no parameters."
    : `The survey has no such parameter. It has ${known.join(", ")}.`;
}

function badRow(index: number, name: string, what: string): Problem {
  return badBody(`[${index}].parameters.${name}: ${what}`);
}
