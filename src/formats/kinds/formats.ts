import type { ExportOption, Format, TableKind } from "./format.ts";

// In the order in which they are offered.
const items = {
  json: {
    label: "JSON",
    language: "json",
    manual: {
      readers: "programs, archives",
      content: "The survey, the query and the responses, each byte for byte as the service sent it",
    },
    variants: (t) => [
      {
        label: "JSON",
        detail: t("One object with the survey and its responses, as the service sent them"),
      },
    ],
    implementation: async () => (await import("./items.ts")).itemsImplementation("json"),
  },
  ndjson: {
    label: "NDJSON",
    language: "jsonl",
    manual: {
      readers: "programs, archives",
      content: "One response per line, byte for byte",
    },
    variants: (t) => [
      { label: "NDJSON", detail: t("One response per line, as the service sent it") },
    ],
    implementation: async () => (await import("./items.ts")).itemsImplementation("ndjson"),
  },
} satisfies Record<string, Format>;

const tables = {
  csv: {
    label: "CSV",
    language: "csv",
    manual: {
      readers: "everything",
      content:
        "RFC 4180, UTF-8. The Excel preset adds a byte order mark, and a `'` before a text that a spreadsheet would calculate",
    },
    variants: (t) => [
      {
        label: "CSV",
        detail: t("A plain table, for R, Python, DuckDB and others"),
        form: { preset: "plain" },
      },
      {
        label: t("CSV for Excel"),
        detail: t("With a byte order mark; formulas neutralized"),
        form: { preset: "excel" },
      },
    ],
    options: ["layout", "cells", "multiSelect", "labelRow", "preset"],
    implementation: async () => (await import("./csv.ts")).csv,
  },
  xlsx: {
    label: "Excel",
    manual: {
      readers: "Excel, LibreOffice",
      content:
        "Numbers as numbers, texts as texts; a frozen header, more sheets beyond 1,048,576 rows, and the codebook as a sheet",
    },
    variants: (t) => [{ label: "XLSX", detail: t("A workbook for Excel and other spreadsheets") }],
    options: ["layout", "cells", "multiSelect", "labelRow"],
    implementation: async () => (await import("./xlsx.ts")).xlsx,
  },
  parquet: {
    label: "Parquet",
    manual: {
      readers: "DuckDB, Spark, Trino, pandas",
      content:
        "Typed columns, labels as metadata; or a folder with one file per day, which these programs read as one dataset",
    },
    variants: (t) => [
      {
        label: "Parquet",
        detail: t("A file with typed columns, for DuckDB, Spark, Python and R"),
        form: { partition: "none" },
      },
      {
        label: t("Parquet by day"),
        detail: t("A folder with a file per submission day, loaded as one dataset"),
        form: { partition: "day" },
      },
    ],
    options: ["layout", "cells", "multiSelect", "partition"],
    implementation: async () => (await import("./parquet.ts")).parquet,
  },
  sav: {
    label: "SPSS",
    manual: {
      readers: "SPSS, PSPP, R (haven)",
      content:
        "Codes with value labels, variable labels, measures and multiple-response sets; names and labels cut to the limits of SPSS",
    },
    variants: (t) => [
      {
        label: "SPSS",
        detail: t("A .sav file with codes, labels, measures and multiple-response sets"),
      },
    ],
    options: ["layout", "multiSelect"],
    implementation: async () => (await import("./sav.ts")).sav,
  },
} satisfies Record<string, TableKind>;

export type ItemFormat = keyof typeof items;
export type TableFormat = keyof typeof tables;
export type ExportFormat = ItemFormat | TableFormat;

export const tableKinds: Readonly<Record<TableFormat, TableKind>> = tables;
export const formats: Readonly<Record<ExportFormat, Format>> = { ...items, ...tableKinds };

export const tableFormats = Object.keys(tableKinds) as readonly TableFormat[];
export const exportFormats = Object.keys(formats) as readonly ExportFormat[];

export function isTableFormat(format: string): format is TableFormat {
  return Object.hasOwn(tableKinds, format);
}

/** Returns true if a text editor shows the format; the others are for other programs. */
export function isTextFormat(format: ExportFormat): boolean {
  return formats[format].language !== undefined;
}

/** Returns the parts of an export that the format lets people choose. */
export function optionsOf(format: ExportFormat): readonly ExportOption[] {
  return isTableFormat(format) ? [...tableKinds[format].options, "codebook"] : [];
}
