import { cellText, type CodedColumn } from "../model/cellText.ts";
import type { Answer } from "../model/response.ts";
import { foldedText } from "../model/foldedText.ts";
import type { FoundCell, CellMode } from "../model/responseView.ts";
import { CellCursor } from "./cellCursor.ts";
import type { ColumnData } from "./columnData.ts";
import type { Segment } from "./columnForms/form.ts";
import type { PageStore } from "./pageStore.ts";
import { applyVerdicts, verdictsOf, verdictsOfText } from "./rowFilter.ts";
import type { TableColumns } from "./tableColumns.ts";
import type { FindQuery } from "./tables.ts";
import { firstEntryCode, type TextCell } from "./vector.ts";
import { lengthened } from "../analysis/grow.ts";

/** A column, and the index of its cells in a row. */
export interface ChosenColumn {
  readonly column: CodedColumn;
  readonly place: number;
}

/** Work done in steps; the caller may do something else between two of them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Finds a text in what cells show. Keeps its counts, so that the next step of the same search does not count again. */
export class CellFinder {
  readonly #store: Pick<PageStore, "cells">;
  readonly #columns: TableColumns;
  #search = "";
  /** Number of cells that show the text, by row. */
  #counts = new Uint16Array(0);
  /** The count of new rows that is under way. */
  #counting: Steps<Uint16Array<ArrayBuffer>> | undefined;

  constructor(store: Pick<PageStore, "cells">, columns: TableColumns) {
    this.#store = store;
    this.#columns = columns;
  }

  /**
   * Counts the hits that `found` needs. If the caller stops early, the next count for the same search continues from there.
   * @param columns the columns of the query, in its order
   * @param loaded returns the number of rows in the store
   */
  *count(
    query: Pick<FindQuery, "text" | "cells">,
    columns: readonly ChosenColumn[],
    loaded: () => number,
  ): Steps<void> {
    const text = foldedText(query.text);
    const all = columns.map((it) => it.column);
    const search = JSON.stringify([
      text,
      query.cells,
      all.map(({ key, labels }) => [key, ...labels]),
    ]);
    if (search !== this.#search) {
      this.#search = search;
      this.#counts = new Uint16Array(0);
      this.#counting = undefined;
    }
    while (text !== "" && this.#search === search && this.#counts.length < loaded()) {
      this.#counting ??= this.#counted(text, all, query.cells, loaded());
      const { done, value } = this.#counting.next();
      if (done === true) {
        this.#counts = value;
        this.#counting = undefined;
      }
      yield;
    }
  }

  /**
   * Returns the next hit. Call it only after `count` has ended.
   * @param rows the rows of the view; `query.from.row` is a position in it
   */
  found(query: FindQuery, columns: readonly ChosenColumn[], rows: Uint32Array): FoundCell {
    const text = foldedText(query.text);
    const counts = this.#counts;
    let count = 0;
    for (const row of text === "" ? [] : rows) {
      count += counts[row] ?? 0;
    }
    if (count === 0) {
      return { count };
    }
    const place = this.#next(query, text, columns, rows);
    let before = 0;
    for (let at = 0; at < place.row; at++) {
      before += counts[rows[at] ?? 0] ?? 0;
    }
    const column = columns[place.hits[place.hit] ?? 0]?.column.key ?? "";
    return { count, number: before + place.hit + 1, cell: { row: place.row, column } };
  }

  *#counted(
    text: string,
    columns: readonly CodedColumn[],
    mode: CellMode,
    loaded: number,
  ): Steps<Uint16Array<ArrayBuffer>> {
    const from = this.#counts.length;
    const counts = lengthened(this.#counts, loaded);
    for (const column of columns) {
      const values = yield* this.#columns.loading(column.key);
      const others = yield* this.#columns.loading(column.key, "others");
      const hits = yield* hitsOf({ values, others, from, loaded, column, mode, text });
      for (let row = 0; row < hits.length; row++) {
        counts[from + row] = (counts[from + row] ?? 0) + (hits[row] ?? 0);
      }
    }
    return counts;
  }

  /** Returns the row and cell of the next hit. There must be at least one hit. */
  #next(
    { from, step, cells }: FindQuery,
    text: string,
    columns: readonly ChosenColumn[],
    rows: Uint32Array,
  ): { readonly row: number; readonly hits: readonly number[]; readonly hit: number } {
    const hitsAt = (row: number): number[] => this.#hitsIn(rows[row] ?? 0, columns, cells, text);
    const row = Math.min(Math.max(0, from.row), rows.length - 1);
    const place = columns.findIndex((it) => it.column.key === from.column);
    const hits = hitsAt(row);
    const hit =
      step < 0
        ? hits.findLastIndex((it) => it < place)
        : hits.findIndex((it) => it >= place + step);
    if (hit >= 0) {
      return { row, hits, hit };
    }
    const direction = step < 0 ? -1 : 1;
    let next = row;
    do {
      next = (next + direction + rows.length) % rows.length;
    } while (this.#counts[rows[next] ?? 0] === 0);
    const found = hitsAt(next);
    return { row: next, hits: found, hit: step < 0 ? found.length - 1 : 0 };
  }

  /** Returns the indexes of the columns whose cells show the text in this row. */
  #hitsIn(row: number, columns: readonly ChosenColumn[], mode: CellMode, text: string): number[] {
    const [cells = []] = this.#store.cells([row]);
    return columns.flatMap(({ column, place }, index) =>
      shows(column, cells[place] ?? [], mode, text) ? [index] : [],
    );
  }
}

/**
 * Returns true if the text can only occur within one value or one other text of a cell, because it has none of the
 * separators that `cellText` puts between them.
 */
function isWithinValue(text: string): boolean {
  return text.trim() === text && !/[·:"]/.test(text);
}

interface TextSearch {
  readonly values: ColumnData;
  readonly others: ColumnData;
  /** First row to search. */
  readonly from: number;
  /** Row at which the search ends, exclusive. */
  readonly loaded: number;
  readonly column: CodedColumn;
  readonly mode: CellMode;
  /** Folded. */
  readonly text: string;
}

function* hitsOf(search: TextSearch): Steps<Uint8Array> {
  const { values, others, from, loaded, column, mode, text } = search;
  const isWithin = isWithinValue(text);
  const hits = new Uint8Array(loaded - from);
  for (const segment of values.segments(from)) {
    const verdicts = isWithin
      ? verdictsOfValues(search, segment)
      : verdictsOfCells(search, segment);
    applyVerdicts(hits, from, segment, verdicts, true);
    yield;
  }
  // The cursor decodes cells. Only a text that may span several values needs that.
  const cursor = isWithin ? undefined : new CellCursor(values, from);
  for (const segment of others.segments(from)) {
    if (!cursor) {
      applyVerdicts(hits, from, segment, verdictsOfText(segment, text), true);
    } else {
      const { first, codes, cells } = segment;
      const texts = cells();
      codes.forEach((code, index) => {
        if (code >= firstEntryCode) {
          const answers = answersOf(cursor.at(first + index), texts[code] ?? null);
          hits[first + index - from] = Number(shows(column, answers, mode, text));
        }
      });
    }
    yield;
  }
  return hits;
}

function verdictsOfValues({ column, mode, text }: TextSearch, segment: Segment): Uint8Array {
  return column.isCoded
    ? verdictsOf(segment, (value) => shows(column, [{ value }], mode, text))
    : verdictsOfText(segment, text);
}

function verdictsOfCells({ column, mode, text }: TextSearch, segment: Segment): Uint8Array {
  return Uint8Array.from(segment.cells(), (cell) =>
    Number(shows(column, answersOf(cell, null), mode, text)),
  );
}

function answersOf(values: TextCell, others: TextCell): Answer[] {
  return (values ?? []).map((value, index) => ({ value, etcValue: others?.[index] }));
}

function shows(
  column: CodedColumn,
  answers: readonly Answer[],
  mode: CellMode,
  text: string,
): boolean {
  return foldedText(cellText(column, answers, mode)).includes(text);
}
