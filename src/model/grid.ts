import { labelText } from "./label.ts";
import {
  fieldsNotProvided,
  isFirstField,
  metadataFields,
  type MetadataField,
} from "./metadataColumns.ts";
import { oneLine } from "./oneLine.ts";
import type { Answer, Response, Variable } from "./response.ts";
import { questionBlocks } from "./questionBlocks.ts";
import { isSameColumn, isUnnamed, type Named } from "./sameColumn.ts";
import type { Option, Survey } from "./survey.ts";

/** A column of the responses grid. Texts are plain, without HTML. */
export interface Column {
  readonly kind: "metadata" | "variable" | "embedded";
  /** Unique among the columns of its kind and rank. */
  readonly name: string;
  /** The question's rank, in v1 and v2. */
  readonly rank?: number | undefined;
  /** The question's or field's text; empty if there is none. */
  readonly text: string;
  /** The question's type; only of variables. */
  readonly type?: string | undefined;
  /** Codes and their labels, as plain text, in the structure's order. */
  readonly options: readonly Option[];
  /** Label or name of the question's block; undefined if the version has no blocks (v1, v2). */
  readonly block?: string | undefined;
}

/** Answers in a cell: empty if the question was asked and not answered, `null` if the response does not mention it. */
export type Cell = readonly Answer[] | null;

export interface Row {
  /** Identifies the row while its table is open. */
  readonly id: number;
  /** One per column, in column order. */
  readonly cells: readonly Cell[];
}

/**
 * Returns a key that is unique among the columns: a variable may have the name of embedded data, or of a variable of another
 * rank.
 */
export function columnKey({ kind, rank, name }: Pick<Column, "kind" | "rank" | "name">): string {
  return `${kind}:${rank === undefined ? "" : `${rank}:`}${name}`;
}

/** Returns the columns that the structure names: metadata, variables, embedded data. */
export function structureColumns(
  survey: Pick<Survey, "apiVersion" | "questions" | "embeddedData" | "blocks">,
): Column[] {
  const blocks = questionBlocks(survey);
  const missing = fieldsNotProvided(survey.apiVersion);
  const metadata = metadataFields
    .filter((name) => !missing.includes(name))
    .map((name): Column => ({ kind: "metadata", name, text: "", options: [] }));
  return amid(metadata, [
    ...survey.questions.map((it, index) => ({ ...variableColumn(it), block: blocks[index] })),
    ...survey.embeddedData.map((it) => embeddedColumn(it.name, it.label ?? "")),
  ]);
}

/** Puts the metadata columns in their order, and the answers' columns between the first of them and the others. */
function amid(metadata: readonly Column[], answers: readonly Column[]): Column[] {
  const place = ({ name }: Column) => metadataFields.findIndex((it) => it === name);
  const sorted = metadata.toSorted((a, b) => place(a) - place(b));
  return [
    ...sorted.filter((it) => isFirstField(it.name)),
    ...answers,
    ...sorted.filter((it) => !isFirstField(it.name)),
  ];
}

/**
 * Adds columns that only the responses name, so that everything in a response has a column. A column that has only a rank
 * takes its name from the first response that names it.
 */
export function withResponseColumns(
  columns: readonly Column[],
  responses: readonly Response[],
): Column[] {
  const metadata = columns.filter((it) => it.kind === "metadata");
  const variables = new VariableColumns(columns.filter((it) => it.kind === "variable"));
  const embedded = new Map(
    columns.filter((it) => it.kind === "embedded").map((it) => [it.name, new GrowingColumn(it)]),
  );
  for (const response of responses) {
    for (const variable of response.variables) {
      variables.of(variable).addOptions(variable.options);
    }
    for (const { name, value, valueLabel } of response.embeddedData) {
      const column = embedded.get(name) ?? new GrowingColumn(embeddedColumn(name, ""));
      embedded.set(name, column);
      if (value !== undefined && valueLabel) {
        column.addOptions([{ name: value, label: valueLabel }]);
      }
    }
  }
  return amid(metadata, [
    ...variables.all.map((it) => it.grown),
    ...Array.from(embedded.values(), (it) => it.grown),
  ]);
}

/** Columns of variables, to which responses are adding. */
export class VariableColumns {
  readonly all: GrowingColumn[] = [];
  readonly #byName = new Map<string, GrowingColumn[]>();
  readonly #byRank = new Map<number, GrowingColumn[]>();
  /** By rank and name, so that what was found once is found again, whatever names columns take meanwhile. */
  readonly #found = new Map<number | undefined, Map<string, GrowingColumn>>();

  constructor(columns: readonly Column[]) {
    for (const column of columns) {
      this.#add(new GrowingColumn(column));
    }
  }

  /** Returns the variable's column, which is added if there is none. */
  of(variable: Variable): GrowingColumn {
    const { name, rank } = variable;
    let ofRank = this.#found.get(rank);
    if (!ofRank) {
      this.#found.set(rank, (ofRank = new Map<string, GrowingColumn>()));
    }
    let column = ofRank.get(name);
    if (!column) {
      ofRank.set(name, (column = this.#find(variable)));
    }
    return column;
  }

  #find(variable: Variable): GrowingColumn {
    const ranked = variable.rank === undefined ? undefined : this.#byRank.get(variable.rank);
    const isIts = ({ column }: GrowingColumn): boolean => isSameColumn(column, variable);
    const found = ranked?.find(isIts) ?? this.#byName.get(variable.name)?.find(isIts);
    if (!found) {
      return this.#add(new GrowingColumn(variableColumn(variable)));
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

/** A column to which responses may still add options. */
export class GrowingColumn {
  column: Column;
  readonly #codes: Set<string>;
  readonly #added: Option[] = [];

  constructor(column: Column) {
    this.column = column;
    this.#codes = new Set(column.options.map((it) => it.name));
  }

  /** Adds the options that it does not have. @returns whether there were any */
  addOptions(options: readonly Option[]): boolean {
    const before = this.#added.length;
    let index = 0;
    for (const { name, label } of options) {
      // In v3 every response repeats the options, mostly as the structure has them.
      if (name !== this.column.options[index++]?.name && !this.#codes.has(name)) {
        this.#codes.add(name);
        this.#added.push({ name, label: labelText(label) });
      }
    }
    return this.#added.length > before;
  }

  /** Options of the structure, then those of responses, with plain labels. */
  get options(): readonly Option[] {
    return this.#added.length === 0
      ? this.column.options
      : [...this.column.options, ...this.#added];
  }

  get grown(): Column {
    return this.#added.length === 0 ? this.column : { ...this.column, options: this.options };
  }
}

/** Returns the cells of one response, in the order of the columns. */
export function gridCells(columns: readonly Column[], response: Response): Cell[] {
  return cellReader(columns)(response);
}

const none: readonly number[] = [];

/** Returns a function that turns responses into cells, in the order of the columns. */
export function cellReader(columns: readonly Column[]): (response: Response) => Cell[] {
  // Most responses have the same variables in the same order as the one before.
  let before: Pick<Response, "variables" | "embeddedData"> = { variables: [], embeddedData: [] };
  let places = placesOf(columns, before);
  return (response) => {
    const { variables, embeddedData } = response;
    if (
      !areNamedAlike(variables, before.variables) ||
      !areNamedAlike(embeddedData, before.embeddedData)
    ) {
      places = placesOf(columns, response);
      before = response;
    }
    const cellAt = {
      variable: (place: number): Cell => variables[place]?.answer ?? null,
      embedded: (place: number): Cell => single(embeddedData[place]?.value),
    };
    return columns.map(({ kind, name }, index) => {
      if (kind === "metadata") {
        return single(response[name as MetadataField]);
      }
      const own = places[index] ?? none;
      return own.length > 1 ? joinedCell(own.map(cellAt[kind])) : cellAt[kind](own[0] ?? -1);
    });
  };
}

function areNamedAlike(some: readonly Named[], others: readonly Named[]): boolean {
  return (
    some.length === others.length &&
    some.every((it, index) => it.name === others[index]?.name && it.rank === others[index].rank)
  );
}

/** Returns the places of each column's values among the variables, or the embedded data; undefined if there is none. */
function placesOf(
  columns: readonly Column[],
  { variables, embeddedData }: Pick<Response, "variables" | "embeddedData">,
): (readonly number[] | undefined)[] {
  const embedded = Map.groupBy(embeddedData.keys(), (it) => embeddedData[it]?.name);
  const byName = new Map(variables.map((it, place) => [it.name, place]));
  const byRank = new Map<number, number>();
  for (const [place, { rank }] of variables.entries()) {
    if (rank !== undefined) {
      byRank.set(rank, place);
    }
  }
  const left = new Set(variables.keys());
  const places = columns.map((column) => {
    if (column.kind !== "variable") {
      return column.kind === "embedded" ? embedded.get(column.name) : undefined;
    }
    // By name first, then by rank, unless another column has taken it.
    const place = [
      byName.get(column.name),
      column.rank === undefined ? undefined : byRank.get(column.rank),
    ].find((it) => {
      const variable = it === undefined ? undefined : variables[it];
      return it !== undefined && variable && left.has(it) && isSameColumn(column, variable);
    });
    if (place === undefined) {
      return undefined;
    }
    left.delete(place);
    return [place];
  });
  // A response may have a variable twice: the answers of both count, as in tables.
  for (const place of left) {
    const variable = variables[place];
    const index = columns.findIndex(
      (it) => it.kind === "variable" && variable && isSameColumn(it, variable),
    );
    if (index >= 0) {
      places[index] = [...(places[index] ?? []), place].sort((a, b) => a - b);
    }
  }
  return places;
}

/** Joins what a response has of one column, which is nearly always one cell. */
export function joinedCell(cells: readonly Cell[]): Cell {
  const given = cells.filter((it) => it !== null);
  return given.length > 1 ? given.flat() : (given[0] ?? null);
}

/** Returns the cell of a field that has one value. */
export function single(value: string | undefined): Cell {
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

export function embeddedColumn(name: string, label: string): Column {
  return { kind: "embedded", name, text: oneLine(label), options: [] };
}
