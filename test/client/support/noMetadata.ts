import { metadataNamesOf } from "../../../src/model/metadataColumns.ts";
import type { ResponseMetadata } from "../../../src/model/response.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";

/** Returns the metadata of an item that has none: every name that the version has, without a value. */
export function noMetadata(version: ApiVersion, kind: "responses" | "metadata"): ResponseMetadata {
  return Object.fromEntries(metadataNamesOf(version, kind).map((it) => [it, undefined]));
}
