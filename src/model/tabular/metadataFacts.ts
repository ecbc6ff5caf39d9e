import type { Column } from "../grid.ts";
import { oneLine } from "../oneLine.ts";
import { provides } from "../provided.ts";
import type { ResponseMetadata } from "../response.ts";
import type { ApiVersion, CollectGroup, Option } from "../survey.ts";
import { ValueFacts } from "./valueFacts.ts";

export type Groups = readonly Pick<CollectGroup, "collectGroupId" | "label">[];

/** What the column of a fact of the responses themselves has to hold. */
export interface MetadataFacts {
  readonly name: keyof ResponseMetadata;
  readonly column: Column;
  /** Collect groups. */
  readonly options: readonly Option[];
  readonly values: ValueFacts;
}

/** What the version carries (API.md, "Response", "Response metadata"), in the order of columns. */
export function metadataFacts(
  version: ApiVersion,
  kind: "responses" | "metadata",
  groups: Groups,
): MetadataFacts[] {
  const hasIds = provides(version, "responseId");
  const names = [
    ...(hasIds ? (["responseId"] as const) : []),
    ...(!hasIds && kind === "metadata" ? (["answerUid"] as const) : []),
    "serial",
    "collectGroupId",
    ...(provides(version, "completedStatus") ? (["completedStatus"] as const) : []),
    "startedAt",
    "finishedAt",
    ...(hasIds ? (["parameterUid"] as const) : []),
  ] as const;
  const options = groups.map((it) => ({ name: it.collectGroupId, label: oneLine(it.label) }));
  return names.map((name) => ({
    name,
    column: { kind: "metadata", name, text: "", options: [] },
    options: name === "collectGroupId" ? options : [],
    values: new ValueFacts(),
  }));
}
