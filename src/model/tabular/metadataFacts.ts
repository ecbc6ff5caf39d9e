import type { Column } from "../grid.ts";
import { oneLine } from "../oneLine.ts";
import { metadataNamesOf, type MetadataName } from "../metadataColumns.ts";
import type { ApiVersion, CollectGroup, Option } from "../survey.ts";
import { ValueFacts } from "./valueFacts.ts";

export type Groups = readonly Pick<CollectGroup, "collectGroupId" | "label">[];

/** A metadata column, and what is known of its values. */
export interface MetadataFacts {
  readonly name: MetadataName;
  readonly column: Column;
  /** The collect groups; empty in other columns. */
  readonly options: readonly Option[];
  readonly values: ValueFacts;
}

/** Returns the columns that the version has. */
export function metadataFacts(
  version: ApiVersion,
  kind: "responses" | "metadata",
  groups: Groups,
): MetadataFacts[] {
  const options = groups.map((it) => ({ name: it.collectGroupId, label: oneLine(it.label) }));
  return metadataNamesOf(version, kind).map((name) => ({
    name,
    column: { kind: "metadata", name, text: "", options: [] },
    options: name === "collectGroupId" ? options : [],
    values: new ValueFacts(),
  }));
}
