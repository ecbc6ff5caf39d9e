import * as z from "zod";
import { invalidInput, SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { metadataColumn } from "../model/metadataColumns.ts";
import type { ColumnOrigin, TableColumn } from "../model/tabular/tableColumn.ts";
import { Identifiers } from "./identifiers.ts";

/** `numeric` keeps every digit; `smallint` is 0 or 1 of an option; `timestamp` has no time zone, like times of responses. */
const columnTypes = ["text", "numeric", "smallint", "timestamp"] as const;
type ColumnType = (typeof columnTypes)[number];

/** A column of the tables in the database. */
export const storedColumn = z.object({
  /** Identifies the column's origin in the survey, independently of its name. */
  key: z.string(),
  name: z.string(),
  type: z.enum(columnTypes),
  /** Comment that was last written to the database. */
  comment: z.string(),
});
export type StoredColumn = Readonly<z.output<typeof storedColumn>>;

/** A table in the database, and how its rows are made from rows of a survey's table. */
export interface TableTarget {
  readonly name: string;
  /** Columns that are only in the database: they identify the response of a row. */
  readonly technical: readonly TechnicalColumn[];
  /** All columns that exist or are to be created; new ones are last. */
  readonly columns: readonly StoredColumn[];
  /** For each of these columns, its index in a row of the survey's table; -1 if the survey does not have it any more. */
  readonly places: readonly number[];
}

export interface TechnicalColumn {
  readonly name: string;
  readonly comment: string;
}

const rangeColumn = {
  name: "_range",
  comment: "With _item, the key of a response in these tables. It has no other meaning.",
};
const itemColumn = { name: "_item", comment: "See _range." };
export const wideTechnical: readonly TechnicalColumn[] = [rangeColumn, itemColumn];
export const longTechnical: readonly TechnicalColumn[] = [
  rangeColumn,
  itemColumn,
  { name: "_position", comment: "The place of the answer in its response, from 1." },
];

/** System columns that every table of PostgreSQL or CockroachDB has. */
const systemColumns = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "rowid"];

/** Maximum number of columns in a table: PostgreSQL's limit less some reserve. */
const maxColumns = 1590;

/** Maximum number of digits in a number. Longer values are stored as text, as no program calculates with them. */
const maxDigits = 1000;

/** Maximum number of value labels in a comment. The codebook table has all. */
const maxLabels = 200;

/**
 * Returns the columns of a table that may exist already. Existing columns keep their names.
 * @param there names of the columns that the database has
 * @param isTime returns true if all values of a time column have the documented form
 * @throws SurveyError "invalid-input" if the type of an existing column does not fit its values; "too-large" if there are
 * too many columns
 */
export function tableTarget(
  name: string,
  technical: readonly TechnicalColumn[],
  columns: readonly TableColumn[],
  stored: readonly StoredColumn[],
  there: ReadonlySet<string>,
  isTime: (name: string) => boolean,
): TableTarget {
  const names = new Identifiers([
    ...systemColumns,
    ...[...technical, ...stored].map((it) => it.name),
    // Columns that others have added are theirs.
    ...there,
  ]);
  const wanted = keyed(columns);
  const known = new Map(stored.map((it) => [it.key, it]));
  const kept = stored.flatMap((it): StoredColumn[] => {
    const now = wanted.get(it.key);
    const isThere = there.has(it.name);
    if (!now) {
      return isThere ? [it] : [];
    }
    const type = typeOf(now.column, isTime);
    const hasValues = now.column.width > 0;
    if (isThere && hasValues && it.type !== "text" && it.type !== type) {
      throw misfit(name, it, type);
    }
    return [{ ...it, type: isThere ? it.type : type, comment: commentOf(now.column) }];
  });
  const added = [...wanted].flatMap(([key, { column }]): StoredColumn[] =>
    known.has(key)
      ? []
      : [
          {
            key,
            name: names.take(column.name),
            type: typeOf(column, isTime),
            comment: commentOf(column),
          },
        ],
  );
  const all = [...kept, ...added];
  const count = all.length + technical.length;
  if (count > maxColumns) {
    throw SurveyError.of(
      "too-large",
      'The table "{0}" would have {1} columns, and a table of the database has at most {2}. If the survey has fewer columns now, drop the table and load again; else export it as CSV or Parquet.',
      name,
      count,
      maxColumns,
    );
  }
  return {
    name,
    technical,
    columns: all,
    places: all.map((it) => wanted.get(it.key)?.place ?? -1),
  };
}

/** Returns the columns by a unique key. Two questions may have the same name. */
function keyed(columns: readonly TableColumn[]) {
  const found = new Map<string, { readonly column: TableColumn; readonly place: number }>();
  for (const [place, column] of columns.entries()) {
    const origin = column.origin ?? { name: column.name };
    let number = 1;
    while (found.has(keyOf(origin, number))) {
      number++;
    }
    found.set(keyOf(origin, number), { column, place });
  }
  return found;
}

function keyOf({ kind, name, rank, part, code }: Partial<ColumnOrigin>, number = 1): string {
  return JSON.stringify([kind, name, rank, part, code, ...(number > 1 ? [number] : [])]);
}

/** Key of the column with the responses' IDs, which not all API versions have. */
export const responseIdKey = keyOf({ kind: "metadata", name: "responseId", part: "value" });

function typeOf(column: TableColumn, isTime: (name: string) => boolean): ColumnType {
  const { origin, type, textReason, width } = column;
  if (origin?.kind === "metadata" && origin.part === "value") {
    return metadataColumn(origin.name)?.type === "time" && isTime(origin.name)
      ? "timestamp"
      : "text";
  }
  if (origin?.part === "option") {
    return "smallint";
  }
  // Other formats write integers of many digits as text, because programs lose the last digits. Databases keep them.
  const isNumber = type === "number" || (textReason === "digits" && !column.isDelimited);
  return isNumber && width <= maxDigits ? "numeric" : "text";
}

const typeWords: Readonly<Record<ColumnType, () => LocalizableText>> = {
  text: () => localizable("texts"),
  numeric: () => localizable("numbers"),
  smallint: () => localizable("0 and 1"),
  timestamp: () => localizable("times"),
};

function misfit(table: string, { name, type }: StoredColumn, now: ColumnType): SurveyError {
  return invalidInput(
    'The column "{0}" of the table "{1}" holds {2}, and the responses now have {3} for it. Nothing was written. Drop the column and load again: it comes back with the type that fits, and all responses are written again.',
    name,
    table,
    typeWords[type](),
    typeWords[now](),
  );
}

/** Returns the column's label and value labels, for people who see only the database. In English, like manifests. */
function commentOf({ label, labels }: TableColumn): string {
  const lines = labels.slice(0, maxLabels).map((it) => `${String(it.value)} = ${it.label}`);
  const more = labels.length - lines.length;
  return [label, ...lines, ...(more > 0 ? [`and ${String(more)} more: see the codebook`] : [])]
    .filter((it) => it !== "")
    .join("\n");
}
