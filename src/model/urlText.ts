import papa from "papaparse";
import { SurveyError } from "./errors.ts";
import { localizable, type LocalizableText } from "./localizable.ts";
import { maximumUrlRows, tableOfObjects, type UrlCell, type UrlTable } from "./urlTable.ts";

/*
 * Reads rows for response URLs from text: the clipboard of spreadsheets, CSV files, JSON files. No types are guessed: a
 * field of CSV is a string, unchanged; an empty one is no value.
 */

/**
 * Reads a CSV file whose first line names the parameters. A tab separates if that line has one, otherwise comma or
 * semicolon, whichever it has more of.
 * @throws SurveyError "invalid-input" that names the line
 */
export function readCsv(text: string): UrlTable {
  const [header, ...records] = recordsOf(text, separatorOf(text)).filter(isFilled);
  if (!header) {
    throw unreadable(localizable("It is empty."));
  }
  return tableBelow(header, records);
}

/**
 * Reads a JSON file: an array of objects with parameter keys and values, which may also be below `parameters` as in the
 * API's own request body.
 * @throws SurveyError "invalid-input"
 */
export function readJson(text: string): UrlTable {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(text));
  } catch (error) {
    throw new SurveyError("invalid-input", localizable("It is not JSON."), { cause: error });
  }
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw unreadable(
      localizable("It must be an array of objects, each with parameter keys and values."),
    );
  }
  requireFewRows(value.length);
  const bodies = value.map((it) => ("parameters" in it ? it.parameters : undefined));
  const isBody = (it: object): boolean => Object.keys(it).length === 1;
  return tableOfObjects(value.every(isBody) && bodies.every(isObject) ? bodies : value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Pasted text: with a header, a table; without, a block of cells to put at the selected cell, with its empty lines. */
export type Pasted =
  | { readonly kind: "table"; readonly table: UrlTable }
  | { readonly kind: "block"; readonly block: readonly (readonly UrlCell[])[] };

/**
 * Reads text from a spreadsheet (separated by tabs) or CSV. The first line is a header if one of its fields names a
 * parameter; a single cell is a value, whatever it says. Without a header, commas and semicolons only separate if they give
 * every line equally many fields; otherwise they are text.
 * @throws SurveyError "invalid-input" that names the line
 */
export function readPasted(text: string, parameters: readonly string[]): Pasted {
  const records = recordsOf(text, separatorOf(text));
  const filled = records.filter(isFilled);
  const [first, ...rest] = filled;
  const isSingle = rest.length === 0 && first?.length === 1;
  if (!isSingle && first?.some((it) => parameters.includes(it.trim()))) {
    return { kind: "table", table: tableBelow(first, rest) };
  }
  const isEven = filled.every((it) => it.length === first?.length);
  const lines = isEven || text.includes("\t") ? records : recordsOf(text, "\t");
  requireFewRows(lines.length);
  return { kind: "block", block: lines.map((it) => it.map(cellOf)) };
}

/** Removes one byte order mark. */
function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function cellOf(field: string): UrlCell {
  return field === "" ? null : field;
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  if (line.includes("\t")) {
    return "\t";
  }
  return line.split(";").length > line.split(",").length ? ";" : ",";
}

/** Parses the text into records, without empty ones at its end. */
function recordsOf(text: string, delimiter: string): (readonly string[])[] {
  // Unify line ends: the parser only takes the kind that it meets first.
  const { data, errors } = papa.parse(withoutMark(text).replace(/\r\n?/g, "\n"), { delimiter });
  const [fault] = errors;
  if (fault) {
    const number = (fault.row ?? 0) + 1;
    throw unreadable(
      localizable(
        "Row {0}, counted from the first line, has a quotation mark that is not closed or not doubled.",
        String(number),
      ),
    );
  }
  return data.slice(0, data.findLastIndex(isFilled) + 1);
}

function isFilled(record: readonly string[]): boolean {
  return record.some((field) => field !== "");
}

function tableBelow(header: readonly string[], records: readonly (readonly string[])[]): UrlTable {
  // Spreadsheets write separators for empty columns at the end, too.
  const width = header.findLastIndex((it) => it.trim() !== "") + 1;
  const columns = header.slice(0, width).map((it) => it.trim());
  const doubled = columns.find((it, index) => it === "" || columns.indexOf(it) !== index);
  if (doubled !== undefined) {
    throw unreadable(
      doubled === ""
        ? localizable("A column has no name in the first line, which names the parameters.")
        : localizable('The first line names "{0}" twice.', doubled),
    );
  }
  requireFewRows(records.length);
  const rows = records.map((record, index) => {
    if (record.slice(width).some((it) => it !== "")) {
      throw unreadable(
        localizable(
          "Row {0} below the first line has {1} fields; the first line names {2}.",
          String(index + 1),
          record.length,
          width,
        ),
      );
    }
    return columns.map((_, column) => cellOf(record[column] ?? ""));
  });
  return { columns, rows };
}

function requireFewRows(count: number): void {
  if (count > maximumUrlRows) {
    throw unreadable(
      localizable("It has {0} rows; {1} at a time are possible.", count, maximumUrlRows),
    );
  }
}

function unreadable(text: LocalizableText): SurveyError {
  return new SurveyError("invalid-input", text);
}
