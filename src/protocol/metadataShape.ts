import * as z from "zod";
import { metadataNamesOf, type MetadataNameOf } from "../model/metadataColumns.ts";
import type { ApiVersion } from "../model/survey.ts";

const text = z.string().nullish();

/** Returns the fields with the metadata of a version's responses, or of items of metadata. */
export function metadataShape<V extends ApiVersion, K extends "responses" | "metadata">(
  version: V,
  kind: K,
): Record<MetadataNameOf<V, K>, typeof text> {
  const fields = metadataNamesOf(version, kind).map((name) => [name, text] as const);
  return Object.fromEntries(fields) as Record<MetadataNameOf<V, K>, typeof text>;
}
