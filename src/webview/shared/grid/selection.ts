/** A cell; row -1 is the header. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** The focused cell, and the opposite corner of the selected range. */
export interface Selection {
  readonly active: Position;
  readonly anchor: Position;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const headerRow = -1;
export const origin: Position = { row: 0, column: 0 };

export function single(position: Position): Selection {
  return { active: position, anchor: position };
}

/** Returns the selected rectangle of values; a selection that includes the header takes whole columns. */
export function rangeOf({ active, anchor }: Selection, extent: Extent): Range {
  const top = Math.min(active.row, anchor.row);
  return {
    top: Math.max(0, top),
    bottom: top === headerRow ? extent.rows - 1 : Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export function contains(range: Range, { row, column }: Position): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** Returns true if the range is whole columns or whole rows, which are copied with their names. */
export function isWhole(range: Range, extent: Extent): boolean {
  const wholeColumns = range.top === 0 && range.bottom === extent.rows - 1 && extent.rows > 1;
  const wholeRows = range.left === 0 && range.right === extent.columns - 1 && extent.columns > 1;
  return wholeColumns || wholeRows;
}

/** Limits a selection to existing rows and columns. */
export function within(selection: Selection, extent: Extent): Selection {
  const clamped = ({ row, column }: Position): Position => ({
    row: Math.max(headerRow, Math.min(row, extent.rows - 1)),
    column: Math.max(0, Math.min(column, extent.columns - 1)),
  });
  return { active: clamped(selection.active), anchor: clamped(selection.anchor) };
}

export interface Key {
  readonly key: string;
  readonly ctrl: boolean;
}

/** Returns where a key leads, as in every grid; undefined if it leads nowhere. */
export function moved(
  { row, column }: Position,
  { key, ctrl }: Key,
  extent: Extent,
  page: number,
): Position | undefined {
  const [lastRow, lastColumn] = [extent.rows - 1, extent.columns - 1];
  const to: Position | undefined = {
    // Of these, only the arrow key alone leads from the rows to the header, and none leads down from there.
    ArrowUp: { row: ctrl ? Math.min(row, 0) : row - 1, column },
    ArrowDown: { row: ctrl ? lastRow : row + 1, column },
    ArrowLeft: { row, column: ctrl ? 0 : column - 1 },
    ArrowRight: { row, column: ctrl ? lastColumn : column + 1 },
    PageUp: { row: Math.min(row, Math.max(0, row - page)), column },
    PageDown: { row: row + page, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? lastRow : row, column: lastColumn },
  }[key];
  return to && within(single(to), extent).active;
}
