import { isRecord } from "../../shared/vscodeApi.ts";
import { codebookColumns } from "./codebook.ts";
import type { CodebookSort } from "./shownLines.ts";

/** How the codebook is looked at. */
export interface CodebookView {
  readonly text: string;
  readonly sort?: CodebookSort | undefined;
  /** Whether options are hidden. */
  readonly isFolded: boolean;
  /** Keys of entries with which it is the other way round. */
  readonly turned: readonly string[];
}

/** A place in the table, by the keys of its lines: they stay when it is sorted, searched, or loaded again. */
export interface LinePlace {
  /** The line at the upper edge. */
  readonly top?: string | undefined;
  /** The line that has the focus. */
  readonly active?: string | undefined;
  readonly column: number;
}

export interface KeptCodebook extends CodebookView {
  readonly place: LinePlace;
}

/** Reads what was kept, perhaps by an older version: what is not as expected is as at first. */
export function decodeCodebook(kept: unknown): KeptCodebook {
  const { text, sort, isFolded, turned, place } = isRecord(kept) ? kept : {};
  const { top, active, column } = isRecord(place) ? place : {};
  return {
    text: typeof text === "string" ? text : "",
    sort: decodeSort(sort),
    isFolded: isFolded === true,
    turned: Array.isArray(turned) ? turned.filter((it) => typeof it === "string") : [],
    place: {
      top: typeof top === "string" ? top : undefined,
      active: typeof active === "string" ? active : undefined,
      column: typeof column === "number" ? column : 0,
    },
  };
}

function decodeSort(kept: unknown): CodebookSort | undefined {
  const { column: name, direction } = isRecord(kept) ? kept : {};
  const column = codebookColumns.find((it) => it === name);
  return column !== undefined && (direction === "ascending" || direction === "descending")
    ? { column, direction }
    : undefined;
}
