import type { TableColumn, TableDescription, ValueLabel } from "../../model/tabular/tableColumn.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { someOf } from "../someOf.ts";
import type { CreateWriter } from "../writer.ts";
import { LoneSurrogates } from "./loneSurrogates.ts";
import { Cases } from "./sav/cases.ts";
import { cutBytes } from "../../model/cutBytes.ts";
import { dictionaryBytes, type FieldSet } from "./sav/dictionary.ts";
import { savFields, type Field } from "./sav/fields.ts";
import { savSetNames } from "./sav/names.ts";

const longest = { fileLabel: 64, label: 256, valueLabel: 120 };
const maxValueLabels = 32_767;

/**
 * Writes an SPSS system file, compressed, in UTF-8. Codes and their labels are separate, so the form's `cells` have no
 * effect. A missing number is SPSS's system-missing value. SPSS has no missing text: a missing, an empty and a blank text
 * are the same, so blanks are declared missing, and blanks at the end of a text are lost. Column names must be those of
 * `fileTable`.
 */
export const savWriter: CreateWriter = (sink, { table, title, createdAt, toolVersion }) => {
  const changes: Changes = {
    cutLabels: [],
    cutValueLabels: [],
    droppedValueLabels: [],
    undeclared: [],
  };
  const fields = labelledFields(table.columns, changes);
  const dictionary = {
    fields,
    sets: fieldSets(table, fields, changes),
    fileLabel: cutBytes(title, longest.fileLabel),
    createdAt,
    toolVersion,
    cases: table.rows,
  };
  const halves = new LoneSurrogates();
  const cases = new Cases(fields, halves);
  let rowsWritten = 0;
  let isBegun = false;

  const begin = async () => {
    if (!isBegun) {
      isBegun = true;
      for (const bytes of dictionaryBytes(dictionary)) {
        await sink.write(bytes);
      }
    }
  };

  return {
    get warnings() {
      return [...warningsOf(changes), ...halves.warnings];
    },
    async write(rows) {
      await begin();
      for (const row of rows) {
        for (const field of fields) {
          if (cases.add(field, row[field.index] ?? null)) {
            await sink.write(cases.take());
          }
        }
      }
      rowsWritten += rows.length;
    },
    async finish() {
      await begin();
      if (rowsWritten !== table.rows) {
        throw new Error(`The file says that it has ${table.rows} rows, and it has ${rowsWritten}.`);
      }
      await sink.write(cases.finish());
    },
  };
};

/** Changes to labels; the names of the columns and sets concerned. */
interface Changes {
  readonly cutLabels: string[];
  readonly cutValueLabels: string[];
  readonly droppedValueLabels: string[];
  /** Columns with the codes that could not be declared missing. */
  readonly undeclared: string[];
}

function labelledFields(columns: readonly TableColumn[], changes: Changes) {
  const fields = savFields(columns).map((field) => ({
    ...field,
    label: shortLabel(field.column.name, field.column.label, changes),
    valueLabels: shortValueLabels(field, changes),
  }));
  for (const { column, missing } of fields) {
    if (missing.left.length > 0) {
      changes.undeclared.push(`${column.name} (${missing.left.join(", ")})`);
    }
  }
  return fields;
}

function shortLabel(name: string, label: string, changes: Changes): string {
  const short = cutBytes(label, longest.label);
  if (short !== label) {
    changes.cutLabels.push(name);
  }
  return short;
}

/** Labels of the 0 and 1 of an option. The option's own label is that of the column. */
const optionLabels: readonly ValueLabel[] = [
  { value: 0, label: "Not selected" },
  { value: 1, label: "Selected" },
];

/**
 * Returns the value labels, cut if they are too long. Of several labels of a value, the first counts. Empty labels are left
 * out, because SPSS has none.
 */
function shortValueLabels({ column }: Field, changes: Changes): ValueLabel[] {
  const labels = new Map<string | number, string>();
  for (const { value, label } of isOption(column) ? optionLabels : column.labels) {
    const key = typeof value === "string" ? value.replace(/ +$/, "") : value;
    if (label !== "" && !labels.has(key)) {
      labels.set(key, label);
    }
  }
  const kept = [...labels].slice(0, maxValueLabels).map(([value, label]) => ({
    value,
    label: cutBytes(label, longest.valueLabel),
  }));
  if (kept.some(({ value, label }) => labels.get(value) !== label)) {
    changes.cutValueLabels.push(column.name);
  }
  if (kept.length < labels.size) {
    changes.droppedValueLabels.push(column.name);
  }
  return kept;
}

/** Returns the sets of at least two columns: SPSS knows no others. The column of a smaller set is written all the same. */
function fieldSets(
  { sets }: TableDescription,
  fields: readonly Field[],
  changes: Changes,
): FieldSet[] {
  const fieldOf = new Map(fields.map((it) => [it.column.name, it]));
  const found = sets
    .map((set) => ({
      ...set,
      fields: set.columns.map((name) => fieldOf.get(name)).filter((it) => it !== undefined),
    }))
    .filter((set) => set.fields.length > 1);
  const names = savSetNames(found.map(({ name }) => name));
  return found.map((set, index) => ({
    name: names[index] ?? "",
    label: shortLabel(set.name, set.label, changes),
    fields: set.fields,
  }));
}

function isOption({ origin }: Pick<TableColumn, "origin">): boolean {
  return origin?.part === "option";
}

function warningsOf(changes: Changes): LocalizableText[] {
  const { cutLabels, cutValueLabels, droppedValueLabels, undeclared } = changes;
  const told = (names: readonly string[], text: (some: LocalizableText) => LocalizableText) =>
    names.length > 0 ? [text(someOf(names))] : [];
  return [
    ...told(cutLabels, (some) =>
      localizable(
        "SPSS has labels of {0} bytes at most, so these are cut: {1}.",
        longest.label,
        some,
      ),
    ),
    ...told(cutValueLabels, (some) =>
      localizable(
        "SPSS has value labels of {0} bytes at most, so some are cut: {1}.",
        longest.valueLabel,
        some,
      ),
    ),
    ...told(droppedValueLabels, (some) =>
      localizable(
        "SPSS has {0} value labels a column at most, so only the first are kept: {1}.",
        maxValueLabels,
        some,
      ),
    ),
    ...told(undeclared, (some) =>
      localizable(
        "A .sav file declares three missing values a column, and only blanks where texts are wider than 8 bytes, so these count as answers there: {0}.",
        some,
      ),
    ),
  ];
}
