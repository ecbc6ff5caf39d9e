import type { TreePlace } from "../../shared/grid/gridElement.ts";
import { folded } from "../../shared/l10n.ts";
import type { ColumnSort } from "../../shared/sorting.ts";
import type { CodebookColumn, CodebookEntry, CodebookLine } from "./codebook.ts";

export type CodebookSort = ColumnSort<CodebookColumn>;

/** An entry that matches the search, and its options to show. */
export interface FoundEntry {
  readonly entry: CodebookEntry;
  readonly options: readonly CodebookLine[];
  /** True if an option matches: then options are shown even if the entry was folded. */
  readonly hasFound: boolean;
}

/** A row of the grid: an entry on level 1, an option on level 2. */
export interface ShownLine extends TreePlace {
  readonly line: CodebookLine;
  readonly entry: CodebookEntry;
}

/** Sorts the entries, and the options within each; equal ones stay in the order of the questionnaire. */
export function sorted(
  entries: readonly CodebookEntry[],
  sort: CodebookSort | undefined,
  locale: string,
): readonly CodebookEntry[] {
  if (!sort) {
    return entries;
  }
  const { column, direction } = sort;
  const sign = direction === "ascending" ? 1 : -1;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const ofLines = (a: CodebookLine, b: CodebookLine): number => {
    const [left, right] = [a[column], b[column]];
    if (left === "" || right === "") {
      // Empty texts come last in both directions.
      return Number(left === "") - Number(right === "");
    }
    return sign * (column === "code" ? compareCodes(left, right, compare) : compare(left, right));
  };
  const isOfOptions = column === "code" || column === "label" || column === "columns";
  return entries
    .map((it) => (isOfOptions ? it.with(it.options.toSorted(ofLines)) : it))
    .sort(ofLines);
}

/** Compares numbers by size, and puts them before texts. */
function compareCodes(
  a: string,
  b: string,
  compare: (left: string, right: string) => number,
): number {
  const [left, right] = [Number(a), Number(b)];
  const [isLeft, isRight] = [Number.isFinite(left), Number.isFinite(right)];
  if (isLeft !== isRight) {
    return isLeft ? -1 : 1;
  }
  return (isLeft ? left - right : 0) || compare(a, b);
}

/** Searches the entries. One that matches has all its options; another has only those options that match. */
export function found(entries: readonly CodebookEntry[], text: string): FoundEntry[] {
  const wanted = folded(text.trim());
  if (wanted === "") {
    return entries.map((entry) => ({ entry, options: entry.options, hasFound: false }));
  }
  return entries.flatMap((entry): FoundEntry[] => {
    const options = entry.options.filter((it) => it.has(wanted));
    const isFound = entry.has(wanted);
    return isFound || options.length > 0
      ? [{ entry, options: isFound ? entry.options : options, hasFound: options.length > 0 }]
      : [];
  });
}

/** @param isOpen returns true if the options of an entry are shown */
export function shownLines(
  entries: readonly FoundEntry[],
  isOpen: (it: FoundEntry) => boolean,
): ShownLine[] {
  const lines: ShownLine[] = [];
  for (const [index, it] of entries.entries()) {
    const { entry, options } = it;
    const expanded = options.length > 0 && isOpen(it);
    lines.push({
      line: entry,
      entry,
      level: 1,
      position: index + 1,
      size: entries.length,
      ...(options.length > 0 ? { expanded } : {}),
    });
    if (expanded) {
      for (const [place, line] of options.entries()) {
        lines.push({ line, entry, level: 2, position: place + 1, size: options.length });
      }
    }
  }
  return lines;
}
