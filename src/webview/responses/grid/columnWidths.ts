import type { GridColumn } from "../cells.ts";

/** In CSS pixels. */
export const rowHeight = 24;
/** The header's rows: the groups of columns, and their names and texts. */
export const headerRows = 2;
export const groupHeight = 20;
export const headerHeight = groupHeight + 44;
/** What bars add to the header. */
export const barsHeight = 28;
export const columnLimits = { minimum: 48, maximum: 960 };

/** A column's width until a person chooses another. */
export function defaultWidth(column: GridColumn): number {
  switch (column.kind) {
    case "metadata":
      return metadataWidth(column);
    case "variable":
      return 176;
    case "embedded":
      return 128;
  }
}

function metadataWidth(column: GridColumn): number {
  if (column.isTime) {
    return 176;
  }
  if (column.name === "serial") {
    return 112;
  }
  return column.name === "completedStatus" ? 136 : 168;
}
