import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import type { ResponseRows } from "../../../messages/responses.ts";
import type { Row } from "../../../model/grid.ts";
import type { Request } from "../../shared/vscodeApi.ts";
import type { RowSource } from "./rowNeeds.ts";

/** Rows per request, about a screen, so that visible rows do not wait for those fetched ahead. */
const chunkRows = 32;
/** About 12,800 rows: many times what a person looks at, and a small part of the webview's memory. */
const maxChunks = 400;

/** Facts about a view; see ResponsesContent. */
export interface ViewFacts {
  readonly view: number;
  readonly kept: number;
  readonly matching: number;
}

/** Where a person is looking. Positions are those of the view that is shown; ids are undefined if the rows are not known. */
export interface Place {
  /** Position at the upper edge; its fraction is the part of the row that is out of sight. */
  readonly top: number;
  readonly topId?: number | undefined;
  /** Number of rows in sight. */
  readonly rows: number;
  /** Position of the active cell; -1 is the header. */
  readonly active: number;
  readonly activeId?: number | undefined;
}

export type RowsEvent =
  /** Rows have arrived for the view that is shown. */
  | { readonly kind: "filled" }
  /** Another view is shown, and this is where the previous place is in it. */
  | { readonly kind: "moved"; readonly top: number; readonly active: number };

/** The rows of a view that have arrived. */
interface ViewRows {
  readonly view: number;
  readonly count: number;
  /** By number, the least recently used first. */
  readonly chunks: Map<number, (Row | undefined)[]>;
  /** Chunks that were requested and have not arrived. */
  readonly asked: Set<number>;
}

/** A view that will be shown as soon as its rows have arrived. */
interface PendingView extends ViewRows {
  /** Number of first rows that are the same as in the view that is shown. */
  readonly kept: number;
  /** The place when the view was announced. */
  readonly from: Place;
  readonly toTop: boolean;
  /** The place in this view; undefined until the previous rows are located. */
  place?: { readonly top: number; readonly active: number };
}

/**
 * The loaded rows, in chunks. When a new view is announced, the rows of the previous one stay until those of the new one
 * have arrived, so that there is neither a gap nor a jump.
 */
export class RowCache implements RowSource {
  readonly #request: Request<Pick<ResponsesRequests, "rows" | "locate">>;
  readonly #place: () => Place;
  readonly #notify: (event: RowsEvent) => void;
  #shown: ViewRows | undefined;
  #pending: PendingView | undefined;

  constructor(
    request: Request<Pick<ResponsesRequests, "rows" | "locate">>,
    place: () => Place,
    notify: (event: RowsEvent) => void,
  ) {
    this.#request = request;
    this.#place = place;
    this.#notify = notify;
  }

  /** Number of the view that is shown; `undefined` before the first. */
  get view(): number | undefined {
    return this.#shown?.view;
  }

  /** True while another view is on its way: the host does not answer for the view that is shown. */
  get isChanging(): boolean {
    return this.#pending !== undefined;
  }

  get count(): number {
    return this.#shown?.count ?? 0;
  }

  at(position: number): Row | undefined {
    return this.#shown && rowAt(this.#shown, position);
  }

  need(first: number, last: number): void {
    if (this.#shown && !this.#pending) {
      this.#ask(this.#shown, first, last);
    }
  }

  /** @param toTop true if the filter or order is another one, so that there is no place to keep */
  show(facts: ViewFacts, toTop: boolean): void {
    const before = this.#pending ?? this.#shown;
    if (before?.view === facts.view) {
      return;
    }
    // `kept` compares with the preceding view; if views between were never announced, anything may have changed.
    const follows = before !== undefined && facts.view === before.view + 1;
    const kept = follows ? Math.min(facts.kept, this.#pending?.kept ?? facts.kept) : 0;
    const from = this.#place();
    const pending: PendingView = {
      view: facts.view,
      count: facts.matching,
      chunks: keptChunks(this.#shown, kept, facts.matching),
      asked: new Set(),
      kept,
      from,
      toTop: toTop || (this.#pending?.toTop ?? false),
    };
    this.#pending = pending;
    const ids = idsToLocate(pending);
    if (ids.length === 0 || facts.matching === 0) {
      this.#goTo(pending, new Map());
    } else {
      this.#request("locate", { view: facts.view, ids }).then((positions) => {
        if (pending === this.#pending) {
          this.#goTo(pending, new Map(ids.map((id, index) => [id, positions[index] ?? -1])));
        }
      }, unanswered);
    }
  }

  receive({ view, first, rows }: ResponseRows): void {
    if (this.#pending?.view === view) {
      put(this.#pending, first, rows);
      this.#showIfThere(this.#pending);
    } else if (this.#shown?.view === view) {
      put(this.#shown, first, rows);
      this.#notify({ kind: "filled" });
    }
  }

  #goTo(pending: PendingView, positions: ReadonlyMap<number, number>): void {
    const { from, kept, count } = pending;
    const found = (id: number | undefined, otherwise: number): number => {
      const position = id === undefined ? -1 : (positions.get(id) ?? -1);
      return position === -1 ? otherwise : position;
    };
    const whole = Math.floor(from.top);
    const top = isAnchored(pending) && whole >= kept ? found(from.topId, whole) : whole;
    const active =
      from.active < 0 || from.active < kept ? from.active : found(from.activeId, from.active);
    pending.place = {
      top: pending.toTop ? 0 : Math.min(top, Math.max(0, count - 1)) + (from.top - whole),
      active: limitedRow(active, count),
    };
    const { first, last } = sight(pending, pending.place.top);
    this.#ask(pending, first, last);
    this.#showIfThere(pending);
  }

  #showIfThere(pending: PendingView): void {
    const { place, from } = pending;
    if (!place) {
      return;
    }
    const { first, last } = sight(pending, place.top);
    if (this.#hasRowsInSight() && !isThere(pending, first, last)) {
      return;
    }
    const now = this.#place();
    this.#shown = pending;
    this.#pending = undefined;
    // Apply what the person did meanwhile to the new view.
    this.#notify({
      kind: "moved",
      top: pending.toTop ? place.top : Math.max(0, place.top + now.top - from.top),
      active: now.active === from.active ? place.active : limitedRow(now.active, pending.count),
    });
    this.#notify({ kind: "filled" });
  }

  /** Returns true if rows are in sight, which would leave a gap. */
  #hasRowsInSight(): boolean {
    const { top, rows } = this.#place();
    const first = Math.floor(top);
    for (let position = first; position <= first + rows; position++) {
      if (this.at(position)) {
        return true;
      }
    }
    return false;
  }

  /** Requests each missing chunk, those nearest to the viewport first. */
  #ask(rows: ViewRows, first: number, last: number): void {
    const end = chunkOf(Math.min(last, rows.count - 1));
    const missing: number[] = [];
    for (let chunk = chunkOf(Math.max(0, first)); chunk <= end; chunk++) {
      touch(rows, chunk);
      if (!rows.asked.has(chunk) && !isWhole(rows, chunk)) {
        rows.asked.add(chunk);
        missing.push(chunk);
      }
    }
    const place = this.#pending?.place ?? this.#place();
    const middle = (place.top + this.#place().rows / 2) / chunkRows - 0.5;
    missing.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    for (const chunk of missing) {
      const from = chunk * chunkRows;
      const count = Math.min(chunkRows, rows.count - from);
      const { view } = rows;
      this.#request("rows", { view, first: from, count }).then(
        (answer) => this.receive({ view, first: from, rows: answer }),
        unanswered,
      );
    }
  }
}

/** Ignores a failed request: another view follows one that is gone, and the panel shows what is wrong with the table. */
function unanswered(): void {
  // The rows stay pending.
}

function chunkOf(position: number): number {
  return Math.floor(position / chunkRows);
}

function rowAt(rows: ViewRows, position: number): Row | undefined {
  return rows.chunks.get(chunkOf(position))?.[position % chunkRows];
}

function put(rows: ViewRows, first: number, added: readonly Row[]): void {
  added.forEach((row, index) => {
    const position = first + index;
    const number = chunkOf(position);
    const chunk = rows.chunks.get(number) ?? [];
    chunk[position % chunkRows] = row;
    rows.chunks.set(number, chunk);
    rows.asked.delete(number);
  });
  for (const oldest of rows.chunks.keys()) {
    if (rows.chunks.size <= maxChunks) {
      break;
    }
    rows.chunks.delete(oldest);
  }
}

/** Marks a chunk as the most recently used. */
function touch(rows: ViewRows, number: number): void {
  const chunk = rows.chunks.get(number);
  if (chunk) {
    rows.chunks.delete(number);
    rows.chunks.set(number, chunk);
  }
}

function isWhole(rows: ViewRows, chunk: number): boolean {
  const first = chunk * chunkRows;
  return isThere(rows, first, first + chunkRows - 1);
}

function isThere(rows: ViewRows, first: number, last: number): boolean {
  for (let position = first; position <= Math.min(last, rows.count - 1); position++) {
    if (!rowAt(rows, position)) {
      return false;
    }
  }
  return true;
}

/** Returns the rows of the previous view whose positions have not changed. */
function keptChunks(before: ViewRows | undefined, kept: number, count: number): ViewRows["chunks"] {
  const end = Math.min(kept, count);
  return new Map(
    [...(before?.chunks ?? [])].flatMap(([number, chunk]) => {
      const rows = chunk.slice(0, Math.max(0, end - number * chunkRows));
      return rows.length === 0 ? [] : [[number, rows] as const];
    }),
  );
}

/** At the very top the view stays there, so that new responses are seen. */
function isAnchored({ toTop, from }: PendingView): boolean {
  return !toTop && from.top > 0;
}

/** Limits the active row to those there are. Without any it is the first, not the header: rows may come back. */
function limitedRow(row: number, count: number): number {
  return Math.min(row, Math.max(0, count - 1));
}

/** Returns the ids of rows whose positions may have changed. */
function idsToLocate(pending: PendingView): number[] {
  const { from, kept } = pending;
  const { topId, activeId } = from;
  const ids = new Set<number>();
  if (topId !== undefined && isAnchored(pending) && Math.floor(from.top) >= kept) {
    ids.add(topId);
  }
  if (activeId !== undefined && from.active >= kept) {
    ids.add(activeId);
  }
  return [...ids];
}

function sight({ from, count }: PendingView, top: number): { first: number; last: number } {
  const first = Math.max(0, Math.min(Math.floor(top), count - 1 - from.rows));
  return { first, last: first + from.rows };
}
