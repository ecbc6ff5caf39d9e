import { metadataNamesOf, type MetadataName } from "../../model/metadataColumns.ts";
import type { ResponseMetadata } from "../../model/response.ts";
import type { ApiVersion } from "../../model/survey.ts";
import type { ItemKind } from "../queries.ts";

type WireMetadata = Readonly<Partial<Record<MetadataName, string | null | undefined>>>;

/**
 * Returns a function that maps the metadata of a version's responses, or of items of metadata. `null` means the same as a
 * missing field; a field that the version does not have is left out.
 */
export function metadataMapper(
  version: ApiVersion,
  kind: ItemKind,
): (it: WireMetadata) => ResponseMetadata {
  const names = metadataNamesOf(version, kind);
  return (it) => {
    const found: Partial<Record<MetadataName, string | undefined>> = {};
    for (const name of names) {
      found[name] = it[name] ?? undefined;
    }
    return found;
  };
}
