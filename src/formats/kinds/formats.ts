import { csv } from "./csv.ts";
import type { ExportOption, Format, TableKind } from "./format.ts";
import { json } from "./json.ts";
import { ndjson } from "./ndjson.ts";
import { parquet } from "./parquet.ts";
import { sav } from "./sav.ts";
import { xlsx } from "./xlsx.ts";

// In the order in which they are offered.
const items = { json, ndjson } satisfies Record<string, Format>;
const tables = { csv, xlsx, parquet, sav } satisfies Record<string, TableKind>;

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
