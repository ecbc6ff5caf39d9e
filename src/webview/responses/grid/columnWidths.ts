import type { GridColumn } from "../cells.ts";

/** In CSS pixels. */
export const rowHeight = 24;
/** Rows of the header: the groups of columns; their names and texts. */
export const headerRows = 2;
export const groupHeight = 20;
export const headerHeight = groupHeight + 44;
/** Height that bars add to the header. */
export const barsHeight = 28;
export const columnLimits = { minimum: 48, maximum: 960 };

/** Returns the width of a column until the person changes it. */
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
