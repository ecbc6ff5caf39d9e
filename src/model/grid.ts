import { labelText, oneLine } from "./label.ts";
import type { Answer, Response } from "./response.ts";
import type { Option, Survey } from "./survey.ts";

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

/** A column of the responses grid. Texts are plain: HTML has been taken out. */
export interface Column {
  readonly kind: "metadata" | "variable" | "embedded";
  readonly name: string;
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
export function structureColumns(survey: Pick<Survey, "questions" | "embeddedData">): Column[] {
  const metadata = metadataFields.map((name): Column => ({
    kind: "metadata",
    name,
    text: "",
    options: [],
  }));
  return [
    ...metadata.filter((it) => it.name !== lastField),
    ...survey.questions.map(variableColumn),
    ...survey.embeddedData.map((it) => embeddedColumn(it.name, it.label)),
    ...metadata.filter((it) => it.name === lastField),
  ];
}

/** The columns, and those that only the responses name: nothing that a response carries goes without one. */
export function withResponseColumns(
  columns: readonly Column[],
  responses: readonly Response[],
): Column[] {
  const metadata = columns.filter((it) => it.kind === "metadata");
  const variables = growing(columns.filter((it) => it.kind === "variable"));
  const embedded = growing(columns.filter((it) => it.kind === "embedded"));
  for (const response of responses) {
    for (const variable of response.variables) {
      const column = variables.get(variable.name) ?? grow(variableColumn(variable));
      variables.set(variable.name, column);
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
    ...grown(variables),
    ...grown(embedded),
    ...metadata.filter((it) => it.name === lastField),
  ];
}

/** A column while responses may still add options to it. */
interface GrowingColumn {
  readonly column: Column;
  readonly codes: Set<string>;
  readonly added: Option[];
}

function grow(column: Column): GrowingColumn {
  return { column, codes: new Set(column.options.map((it) => it.name)), added: [] };
}

function growing(columns: readonly Column[]): Map<string, GrowingColumn> {
  return new Map(columns.map((it) => [it.name, grow(it)]));
}

function grown(columns: ReadonlyMap<string, GrowingColumn>): Column[] {
  return [...columns.values()].map(({ column, added }) =>
    added.length === 0 ? column : { ...column, options: [...column.options, ...added] },
  );
}

function addOption({ codes, added }: GrowingColumn, name: string, label: string): void {
  if (!codes.has(name)) {
    codes.add(name);
    added.push({ name, label: labelText(label) });
  }
}

/** One response as cells, in the order of the columns. */
export function gridRow(columns: readonly Column[], response: Response): Row {
  const variables = new Map(response.variables.map((it) => [it.name, it.answer]));
  const embedded = new Map(response.embeddedData.map((it) => [it.name, it.value]));
  return {
    cells: columns.map((column) => {
      switch (column.kind) {
        case "metadata":
          return single(response[column.name as MetadataField]);
        case "variable": {
          const answer = variables.get(column.name);
          return answer && answer.length > 0 ? answer : null;
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
  type?: string | undefined;
  label?: string | undefined;
  options: readonly Option[];
}): Column {
  return {
    kind: "variable",
    name: it.name,
    text: labelText(it.label ?? ""),
    type: it.type,
    options: it.options.map(({ name, label }) => ({ name, label: labelText(label) })),
  };
}

function embeddedColumn(name: string, label: string): Column {
  return { kind: "embedded", name, text: oneLine(label), options: [] };
}
