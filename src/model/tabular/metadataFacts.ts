import type { Column } from "../grid.ts";
import { oneLine } from "../oneLine.ts";
import { metadataColumns, metadataNames, type MetadataName } from "../metadataColumns.ts";
import type { ApiVersion, CollectGroup, Option } from "../survey.ts";
import { ValueFacts } from "./valueFacts.ts";

export type Groups = readonly Pick<CollectGroup, "collectGroupId" | "label">[];

/** What the column of a fact of the responses themselves has to hold. */
export interface MetadataFacts {
  readonly name: MetadataName;
  readonly column: Column;
  /** Collect groups. */
  readonly options: readonly Option[];
  readonly values: ValueFacts;
}

/** What the version carries. */
export function metadataFacts(
  version: ApiVersion,
  kind: "responses" | "metadata",
  groups: Groups,
): MetadataFacts[] {
  const names = metadataNames.filter((it) => {
    const { versions, isOfMetadataOnly = false } = metadataColumns[it];
    return versions.includes(version) && (kind === "metadata" || !isOfMetadataOnly);
  });
  const options = groups.map((it) => ({ name: it.collectGroupId, label: oneLine(it.label) }));
  return names.map((name) => ({
    name,
    column: { kind: "metadata", name, text: "", options: [] },
    options: name === "collectGroupId" ? options : [],
    values: new ValueFacts(),
  }));
}
