import { SurveyError } from "./errors.ts";
import { localizable, sentences, type LocalizableText } from "./localizable.ts";

/*
 * Rows from which response URLs are made (API.md, "Response URL request body"), one URL per row. They are checked against
 * the survey's parameters before anything is sent.
 */

/** A value from JSON that the API does not accept, as JSON text. */
export interface WrongValue {
  readonly json: string;
}

/**
 * Content of a cell; null if the row does not have the key. A number comes from JSON. Whatever was typed, pasted or read
 * from CSV is a string, so that leading zeros stay.
 */
export type UrlCell = string | number | WrongValue | null;

/** One cell per column. A row is never changed, only replaced, so tables share the rows that are the same. */
export type UrlRow = readonly UrlCell[];

export interface UrlTable {
  /** Parameter keys. */
  readonly columns: readonly string[];
  readonly rows: readonly UrlRow[];
}

/** Maximum number of rows of a table: nobody looks through a longer list of links. */
export const maximumUrlRows = 50_000;

/**
 * Returns whether a browser may open the URL. The service's answer is untrusted text. Nothing may stand before "@", because
 * that could pass itself off as the host.
 */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}@/?#\\]+([/?#][^\s\p{Cc}]*)?$/iu.test(url);
}

export interface UrlParameter {
  readonly name: string;
  /** True if every row must have it. */
  readonly required: boolean;
}

/**
 * Returns the survey's parameters, from its embedded data. The reference does not show what it means that one is not
 * collectable; a row may leave it out.
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

/** Returns whether the row is empty, such as one still to be filled in. */
export function isBlank(row: UrlRow): boolean {
  return row.every((cell) => cell === null);
}

/**
 * Returns a function that finds what the service would reject in a row, in column order. If the survey lists no parameters,
 * which v1 need not do (API.md: inner fields not shown), every key is accepted.
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

/** Returns the table with a column for each parameter, in the survey's order, then those that only its rows have. */
export function withParameters(table: UrlTable, parameters: readonly UrlParameter[]): UrlTable {
  const names = parameters.map((it) => it.name);
  return withColumns(table, [...names, ...table.columns.filter((it) => !names.includes(it))]);
}

/** Returns the table with these columns only. */
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

/** Makes a table of JSON objects, with a column for each key that any of them has. */
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
  // Parsing JSON has rounded integers beyond 2^53, and made numbers beyond all doubles infinite.
  const isExact =
    typeof value === "number" &&
    Number.isFinite(value) &&
    (Number.isSafeInteger(value) || !Number.isInteger(value));
  return isExact ? value : { json: JSON.stringify(value) };
}

/** Returns what is sent for a row: its values by key. The row must have no problems. */
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

/** @throws SurveyError "invalid-input" that names the first row that the service would reject, and says why */
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
