import { fieldsOf } from "../../shared/vscodeApi.ts";
import { codebookColumns } from "./codebook.ts";
import type { CodebookSort } from "./shownLines.ts";

/** The view of the codebook. */
export interface CodebookView {
  readonly text: string;
  readonly sort?: CodebookSort | undefined;
  /** True if options are hidden by default. */
  readonly isFolded: boolean;
  /** Keys of entries that differ from `isFolded`. */
  readonly turned: readonly string[];
}

/** A place in the grid, by the keys of its lines, which survive sorting, searching and reloading. */
export interface LinePlace {
  /** The line at the upper edge. */
  readonly top?: string | undefined;
  /** Key of the active line. */
  readonly active?: string | undefined;
  readonly column: number;
}

export interface KeptCodebook extends CodebookView {
  readonly place: LinePlace;
}

/** Decodes a saved view, which an older version may have written; replaces invalid values by defaults. */
export function decodeCodebook(kept: unknown): KeptCodebook {
  const { text, sort, isFolded, turned, place } = fieldsOf(kept);
  const { top, active, column } = fieldsOf(place);
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
  const { column: name, direction } = fieldsOf(kept);
  const column = codebookColumns.find((it) => it === name);
  return column !== undefined && (direction === "ascending" || direction === "descending")
    ? { column, direction }
    : undefined;
}
