import type { ApiVersion } from "./survey.ts";

type Translate = (text: string) => string;

/** A fact about a response that is not one of its answers. Its name is also that of its field on the wire. */
export interface MetadataColumn {
  readonly versions: readonly ApiVersion[];
  /** True if only response metadata have it, not responses. */
  readonly isOfMetadataOnly?: true;
  readonly type: "code" | "word" | "time";
  /** True if many responses have the same value. */
  readonly isShared?: true;
  /** Undefined if the grid and filters do not have it. `place`: below 0 before the answers' columns, else behind them. */
  readonly grid?: { readonly place: number; readonly label: (t: Translate) => string };
}

const every: readonly ApiVersion[] = ["v1", "v2", "v3"];

/** In the order of the columns of exported tables (API.md, "Response", "Response metadata"). */
const columns = {
  /** Responses of v1 and v2 have no id of their own. */
  responseId: {
    versions: ["v3"],
    type: "code",
    grid: { place: 4, label: (t) => t("Response ID") },
  },
  answerUid: { versions: ["v1", "v2"], isOfMetadataOnly: true, type: "code" },
  serial: { versions: every, type: "code", grid: { place: -2, label: (t) => t("Serial") } },
  collectGroupId: {
    versions: every,
    type: "code",
    isShared: true,
    grid: { place: 3, label: (t) => t("Collect group") },
  },
  /** COMPLETED is the only documented value; others are shown as they are. */
  completedStatus: {
    versions: ["v3"],
    type: "word",
    isShared: true,
    grid: { place: 2, label: (t) => t("Status") },
  },
  startedAt: { versions: every, type: "time", grid: { place: 1, label: (t) => t("Started") } },
  finishedAt: { versions: every, type: "time", grid: { place: -1, label: (t) => t("Finished") } },
  parameterUid: { versions: ["v3"], type: "code" },
} as const satisfies Record<string, MetadataColumn>;

export type MetadataName = keyof typeof columns;
export type MetadataField = {
  [K in MetadataName]: (typeof columns)[K] extends { readonly grid: object } ? K : never;
}[MetadataName];

type Kind = "responses" | "metadata";
type KindsWith<N extends MetadataName> = (typeof columns)[N] extends {
  readonly isOfMetadataOnly: true;
}
  ? "metadata"
  : Kind;

/** Names that a version's responses, or their metadata, have. */
export type MetadataNameOf<V extends ApiVersion, K extends Kind> = {
  [N in MetadataName]: V extends (typeof columns)[N]["versions"][number]
    ? K extends KindsWith<N>
      ? N
      : never
    : never;
}[MetadataName];

export const metadataColumns: Readonly<Record<MetadataName, MetadataColumn>> = columns;
export const metadataNames = Object.keys(columns) as MetadataName[];

/** Returns the names that a version's responses, or their metadata, have. */
export function metadataNamesOf<V extends ApiVersion, K extends Kind>(
  version: V,
  kind: K,
): MetadataNameOf<V, K>[] {
  return metadataNames.filter((it): it is MetadataNameOf<V, K> => {
    const { versions, isOfMetadataOnly = false } = metadataColumns[it];
    return versions.includes(version) && (kind === "metadata" || !isOfMetadataOnly);
  });
}

/** Names that have a column in the grid, in its order. */
export const metadataFields = metadataNames
  .filter((it): it is MetadataField => metadataColumns[it].grid !== undefined)
  .sort((a, b) => placeOf(a) - placeOf(b));

function placeOf(field: MetadataField): number {
  return columns[field].grid.place;
}

/** Returns whether the column identifies responses, and therefore stands before the questions. */
export function isFirstField(name: string): boolean {
  return (metadataColumn(name)?.grid?.place ?? 0) < 0;
}

export function metadataColumn(name: string): MetadataColumn | undefined {
  return Object.hasOwn(metadataColumns, name) ? metadataColumns[name as MetadataName] : undefined;
}

/** Returns the fields that the version does not have. They have no column, and views say so. */
export function fieldsNotProvided(version: ApiVersion): MetadataField[] {
  return metadataFields.filter((it) => !metadataColumns[it].versions.includes(version));
}

/** Returns the grid's name for a field; empty if the grid does not have it. */
export function metadataLabel(name: string, t: Translate): string {
  return metadataColumn(name)?.grid?.label(t) ?? "";
}

/** Names whose values many responses share. */
export const sharedMetadata = metadataNames.filter((it) => metadataColumns[it].isShared);

export function isSharedMetadata(column: {
  readonly kind: string;
  readonly name: string;
}): boolean {
  return column.kind === "metadata" && sharedMetadata.some((it) => it === column.name);
}
