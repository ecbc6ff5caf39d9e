export const itemFormats = ["json", "ndjson"] as const;
export type ItemFormat = (typeof itemFormats)[number];

export const tableFormats = ["csv", "xlsx", "parquet", "sav"] as const;
export type TableFormat = (typeof tableFormats)[number];

/** All formats, in the order in which they are offered. */
export const exportFormats = [...itemFormats, ...tableFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function isTableFormat(format: string): format is TableFormat {
  return tableFormats.some((it) => it === format);
}
