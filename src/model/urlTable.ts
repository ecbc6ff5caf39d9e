import { SurveyError } from "./errors.ts";
import { localizable, sentences, type LocalizableText } from "./localizable.ts";

/*
 * The rows from which response URLs are made (API.md, "Response URL request body"): one row, one URL. They are checked
 * against the survey's parameters before anything is sent.
 */

/** A value that came with JSON and that the API does not take, as JSON text. */
export interface WrongValue {
  readonly json: string;
}

/**
 * What stands in a cell; null: the row does not have the key. A number is a number of JSON. All that was typed, pasted or
 * read from CSV is a string, so that leading zeros stay.
 */
export type UrlCell = string | number | WrongValue | null;

/** One cell a column. Tables that differ share their rows where they are alike: a row is never changed, only replaced. */
export type UrlRow = readonly UrlCell[];

export interface UrlTable {
  /** Parameter keys. */
  readonly columns: readonly string[];
  readonly rows: readonly UrlRow[];
}

/** More would be no link list that a person looks at. */
export const maximumUrlRows = 50_000;

/**
 * Whether a browser may be asked to open it: the service's answer is text of strangers. What stands before "@" passes itself
 * off as the host, so there is none.
 */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}@/?#\\]+([/?#][^\s\p{Cc}]*)?$/iu.test(url);
}

export interface UrlParameter {
  readonly name: string;
  /** Whether a row must have it. */
  readonly required: boolean;
}

/**
 * The survey's parameters, from its embedded data. What it means that one is not collectable is not shown in the
 * reference; a row may leave it out.
 */
export function urlParameters(
  fields: readonly { readonly name: string; readonly isCollectable?: boolean | undefined }[],
): UrlParameter[] {
  return fields.map((it) => ({ name: it.name, required: it.isCollectable !== false }));
}

export type RowProblemKind = "unknown" | "missing" | "wrong-type";

export interface RowProblem {
  readonly kind: RowProblemKind;
  readonly column: number;
}

/** Whether the row says nothing, as one that waits to be filled in. */
export function isBlank(row: UrlRow): boolean {
  return row.every((cell) => cell === null);
}

/**
 * Tells what of a row the service would not take, in column order. Where the survey lists no parameters, which v1 need not
 * (API.md: inner fields not shown), every key may be one.
 */
export function rowChecker(
  columns: readonly string[],
  parameters: readonly UrlParameter[],
): (row: UrlRow) => readonly RowProblem[] {
  const namesAreKnown = parameters.length > 0;
  const byColumn = columns.map((name) => parameters.find((it) => it.name === name));
  return (row) =>
    byColumn.flatMap((parameter, column): RowProblem[] => {
      const kind = cellProblem(row[column] ?? null, parameter, namesAreKnown);
      return kind === undefined ? [] : [{ kind, column }];
    });
}

function cellProblem(
  cell: UrlCell,
  parameter: UrlParameter | undefined,
  namesAreKnown: boolean,
): RowProblemKind | undefined {
  if (cell === null) {
    return parameter?.required ? "missing" : undefined;
  }
  if (!parameter && namesAreKnown) {
    return "unknown";
  }
  return typeof cell === "object" ? "wrong-type" : undefined;
}

/** The table with a column for each parameter, in the survey's order, and then those that only its rows name. */
export function withParameters(table: UrlTable, parameters: readonly UrlParameter[]): UrlTable {
  const names = parameters.map((it) => it.name);
  return withColumns(table, [...names, ...table.columns.filter((it) => !names.includes(it))]);
}

/** The table with these columns; what stands in others is gone. */
export function withColumns(table: UrlTable, columns: readonly string[]): UrlTable {
  if (
    columns.length === table.columns.length &&
    columns.every((name, index) => name === table.columns[index])
  ) {
    return table;
  }
  const sources = columns.map((name) => table.columns.indexOf(name));
  return {
    columns,
    rows: table.rows.map((row) => sources.map((index) => row[index] ?? null)),
  };
}

/** Objects as JSON has them, as a table: a column for each key that any of them has. */
export function tableOfObjects(objects: readonly object[]): UrlTable {
  const columns = [...new Set(objects.flatMap((it) => Object.keys(it)))];
  const rows = objects.map((it) => {
    const values = new Map<string, unknown>(Object.entries(it));
    return columns.map((name) => (values.has(name) ? cellOf(values.get(name)) : null));
  });
  return { columns, rows };
}

function cellOf(value: unknown): UrlCell {
  if (typeof value === "string") {
    return value;
  }
  // An integer beyond 2^53 has lost digits by now, and a number beyond all doubles has become infinite.
  const isExact =
    typeof value === "number" &&
    Number.isFinite(value) &&
    (Number.isSafeInteger(value) || !Number.isInteger(value));
  return isExact ? value : { json: JSON.stringify(value) };
}

/** What is sent for a row: its values by key. Rows with problems have no such form. */
export function urlValues(
  row: UrlRow,
  columns: readonly string[],
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    columns.flatMap((name, index): [string, string | number][] => {
      const cell = row[index] ?? null;
      return cell === null || typeof cell === "object" ? [] : [[name, cell]];
    }),
  );
}

/** @throws SurveyError "invalid-input" that names the first row that the service would not take, and what is wrong */
export function requireUrlRows(table: UrlTable, parameters: readonly UrlParameter[]): void {
  const { columns, rows } = withParameters(table, parameters);
  const problemsOf = rowChecker(columns, parameters);
  for (const [index, row] of rows.entries()) {
    const [problem] = problemsOf(row);
    if (problem) {
      const text = problemText(
        problem.kind,
        String(index + 1),
        columns[problem.column] ?? "",
        parameters,
      );
      throw new SurveyError("invalid-input", sentences(text, localizable("Nothing was sent.")));
    }
  }
}

function problemText(
  kind: RowProblemKind,
  row: string,
  name: string,
  parameters: readonly UrlParameter[],
): LocalizableText {
  switch (kind) {
    case "missing":
      return localizable('Row {0} has no value for the parameter "{1}".', row, name);
    case "wrong-type":
      return localizable(
        'Row {0} has a value for "{1}" that is neither text nor a number that can be sent exactly.',
        row,
        name,
      );
    case "unknown":
      return localizable(
        'Row {0} has the key "{1}", which is not a parameter of the survey. Its parameters are {2}.',
        row,
        name,
        parameters.map((it) => `"${it.name}"`).join(", "),
      );
  }
}
