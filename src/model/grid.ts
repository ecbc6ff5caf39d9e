import { labelText, oneLine } from "./label.ts";
import { isVersionFact, provides } from "./provided.ts";
import type { Answer, Response, Variable } from "./response.ts";
import type { ApiVersion, Option, Survey } from "./survey.ts";

/** Facts of a response itself that have a column each. */
export const metadataFields = [
  "serial",
  "finishedAt",
  "startedAt",
  "completedStatus",
  "collectGroupId",
  "responseId",
] as const;
export type MetadataField = (typeof metadataFields)[number];

/** Of interest to programs more than to people: its column stands at the end. */
const lastField: MetadataField = "responseId";

/** Facts of a response that the version does not carry: they have no column, and views say so. */
export function fieldsNotProvided(version: ApiVersion): MetadataField[] {
  return metadataFields.filter((name) => isVersionFact(name) && !provides(version, name));
}

/** A column of the responses grid. Texts are plain: HTML has been taken out. */
export interface Column {
  readonly kind: "metadata" | "variable" | "embedded";
  /** Unique among the columns of its kind and rank. */
  readonly name: string;
  /** The question's rank, in v1 and v2. */
  readonly rank?: number | undefined;
  /** The question's or field's text; empty where there is none. */
  readonly text: string;
  /** The question's type, of variables. */
  readonly type?: string | undefined;
  /** Codes and their labels, as plain text, in the structure's order. */
  readonly options: readonly Option[];
}

export interface Row {
  /** One cell a column, in column order; `null` where the response says nothing. */
  readonly cells: readonly (readonly Answer[] | null)[];
}

/** The columns that the structure names: those of the response itself, its variables, its embedded data. */
export function structureColumns(
  survey: Pick<Survey, "apiVersion" | "questions" | "embeddedData">,
): Column[] {
  const missing = fieldsNotProvided(survey.apiVersion);
  const metadata = metadataFields
    .filter((name) => !missing.includes(name))
    .map((name): Column => ({ kind: "metadata", name, text: "", options: [] }));
  return [
    ...metadata.filter((it) => it.name !== lastField),
    ...survey.questions.map(variableColumn),
    ...survey.embeddedData.map((it) => embeddedColumn(it.name, it.label ?? "")),
    ...metadata.filter((it) => it.name === lastField),
  ];
}

/**
 * The columns, and those that only the responses name: nothing that a response carries goes without one. Columns that
 * have only a rank take the name by which the newest response calls them.
 */
export function withResponseColumns(
  columns: readonly Column[],
  responses: readonly Response[],
): Column[] {
  const metadata = columns.filter((it) => it.kind === "metadata");
  const variables = new VariableColumns(columns.filter((it) => it.kind === "variable"));
  const embedded = growing(columns.filter((it) => it.kind === "embedded"));
  for (const response of responses) {
    for (const variable of response.variables) {
      const column = variables.of(variable);
      for (const option of variable.options) {
        addOption(column, option.name, option.label);
      }
    }
    for (const { name, value, valueLabel } of response.embeddedData) {
      const column = embedded.get(name) ?? grow(embeddedColumn(name, ""));
      embedded.set(name, column);
      if (value !== undefined && valueLabel) {
        addOption(column, value, valueLabel);
      }
    }
  }
  return [
    ...metadata.filter((it) => it.name !== lastField),
    ...variables.all.map(grown),
    ...[...embedded.values()].map(grown),
    ...metadata.filter((it) => it.name === lastField),
  ];
}

/** By name in v3, by rank in v1 and v2: one rank under two names is two questions, as after an edit of the survey. */
function isSame(column: Named, variable: Named): boolean {
  if (column.rank === undefined || variable.rank === undefined) {
    return column.name === variable.name && !isUnnamed(column) && !isUnnamed(variable);
  }
  return (
    column.rank === variable.rank &&
    (column.name === variable.name || isUnnamed(column) || isUnnamed(variable))
  );
}

type Named = Pick<Column, "name" | "rank">;

/** Known by its rank alone. */
function isUnnamed({ name, rank }: Named): boolean {
  return rank !== undefined && name === String(rank);
}

/** The variables' columns while responses add to them. */
class VariableColumns {
  readonly all: GrowingColumn[] = [];
  readonly #byName = new Map<string, GrowingColumn[]>();
  readonly #byRank = new Map<number, GrowingColumn[]>();

  constructor(columns: readonly Column[]) {
    for (const column of columns) {
      this.#add(grow(column));
    }
  }

  /** The variable's column, made where there is none. */
  of(variable: Variable): GrowingColumn {
    const ranked = variable.rank === undefined ? undefined : this.#byRank.get(variable.rank);
    const isIts = ({ column }: GrowingColumn): boolean => isSame(column, variable);
    const found = ranked?.find(isIts) ?? this.#byName.get(variable.name)?.find(isIts);
    if (!found) {
      return this.#add(grow(variableColumn(variable)));
    }
    if (isUnnamed(found.column) && !isUnnamed(variable)) {
      found.column = { ...found.column, name: variable.name };
      this.#index(this.#byName, variable.name, found);
    }
    return found;
  }

  #add(column: GrowingColumn): GrowingColumn {
    this.all.push(column);
    this.#index(this.#byName, column.column.name, column);
    if (column.column.rank !== undefined) {
      this.#index(this.#byRank, column.column.rank, column);
    }
    return column;
  }

  #index<K>(index: Map<K, GrowingColumn[]>, key: K, column: GrowingColumn): void {
    index.set(key, [...(index.get(key) ?? []), column]);
  }
}

/** A column while responses may still add options to it. */
interface GrowingColumn {
  column: Column;
  readonly codes: Set<string>;
  readonly added: Option[];
}

function grow(column: Column): GrowingColumn {
  return { column, codes: new Set(column.options.map((it) => it.name)), added: [] };
}

function growing(columns: readonly Column[]): Map<string, GrowingColumn> {
  return new Map(columns.map((it) => [it.name, grow(it)]));
}

function grown({ column, added }: GrowingColumn): Column {
  return added.length === 0 ? column : { ...column, options: [...column.options, ...added] };
}

function addOption({ codes, added }: GrowingColumn, name: string, label: string): void {
  if (!codes.has(name)) {
    codes.add(name);
    added.push({ name, label: labelText(label) });
  }
}

/** One response as cells, in the order of the columns. */
export function gridRow(columns: readonly Column[], response: Response): Row {
  const byName = new Map(response.variables.map((it) => [it.name, it]));
  const byRank = new Map(response.variables.map((it) => [it.rank, it]));
  const placed = new Set<Variable>();
  const embedded = new Map(response.embeddedData.map((it) => [it.name, it.value]));
  return {
    cells: columns.map((column) => {
      switch (column.kind) {
        case "metadata":
          return single(response[column.name as MetadataField]);
        case "variable": {
          const variable = [byName.get(column.name), byRank.get(column.rank)].find(
            (it) => it && !placed.has(it) && isSame(column, it),
          );
          if (variable) {
            placed.add(variable);
          }
          return variable && variable.answer.length > 0 ? variable.answer : null;
        }
        case "embedded":
          return single(embedded.get(column.name));
      }
    }),
  };
}

function single(value: string | undefined): readonly Answer[] | null {
  return value === undefined ? null : [{ value }];
}

function variableColumn(it: {
  name: string;
  rank?: number | undefined;
  type?: string | undefined;
  label?: string | undefined;
  options: readonly Option[];
}): Column {
  return {
    kind: "variable",
    name: it.name,
    rank: it.rank,
    text: labelText(it.label ?? ""),
    type: it.type,
    options: it.options.map(({ name, label }) => ({ name, label: labelText(label) })),
  };
}

function embeddedColumn(name: string, label: string): Column {
  return { kind: "embedded", name, text: oneLine(label), options: [] };
}
