import { csv } from "./csv.ts";
import type { ExportOption, Format, TableKind } from "./format.ts";
import { isTableFormat, type ExportFormat, type TableFormat } from "./formatNames.ts";
import { json } from "./json.ts";
import { ndjson } from "./ndjson.ts";
import { parquet } from "./parquet.ts";
import { sav } from "./sav.ts";
import { xlsx } from "./xlsx.ts";

export const tableKinds: Readonly<Record<TableFormat, TableKind>> = { csv, xlsx, parquet, sav };
export const formats: Readonly<Record<ExportFormat, Format>> = { json, ndjson, ...tableKinds };

/** Returns true if a text editor shows the format; the others are for other programs. */
export function isTextFormat(format: ExportFormat): boolean {
  return formats[format].language !== undefined;
}

/** Returns the parts of an export that the format lets people choose. */
export function optionsOf(format: ExportFormat): readonly ExportOption[] {
  return isTableFormat(format) ? [...tableKinds[format].options, "codebook"] : [];
}
