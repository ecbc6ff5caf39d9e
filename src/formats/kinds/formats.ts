import type { ExportOption, Format, TableKind } from "./format.ts";
import { csv } from "./csv.ts";
import { json } from "./json.ts";
import { ndjson } from "./ndjson.ts";
import { parquet } from "./parquet.ts";
import { sav } from "./sav.ts";
import { xlsx } from "./xlsx.ts";

const itemKinds = { json, ndjson };
export type ItemFormat = keyof typeof itemKinds;

const tables = { csv, xlsx, parquet, sav };
export type TableFormat = keyof typeof tables;
export const tableKinds: Readonly<Record<TableFormat, TableKind>> = tables;

export type ExportFormat = ItemFormat | TableFormat;
/** In the order in which they are offered. */
export const formats: Readonly<Record<ExportFormat, Format>> = { ...itemKinds, ...tables };

export const tableFormats = Object.keys(tableKinds) as TableFormat[];
export const exportFormats = Object.keys(formats) as ExportFormat[];

export function isTableFormat(format: string): format is TableFormat {
  return Object.hasOwn(tableKinds, format);
}

/** What a text editor shows; the others are for other programs. */
export function isTextFormat(format: ExportFormat): boolean {
  return formats[format].language !== undefined;
}

/** What of an export the format leaves open. */
export function optionsOf(format: ExportFormat): readonly ExportOption[] {
  return isTableFormat(format) ? [...tableKinds[format].options, "codebook"] : [];
}
