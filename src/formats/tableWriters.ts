import type { TableWriters } from "./convert.ts";
import { csvWriter } from "./writers/csv.ts";
import { parquetWriter } from "./writers/parquet.ts";
import { savWriter } from "./writers/sav.ts";
import { xlsxWriter } from "./writers/xlsx.ts";

export const tableWriters: TableWriters = {
  csv: csvWriter,
  xlsx: xlsxWriter,
  parquet: parquetWriter,
  sav: savWriter,
};
