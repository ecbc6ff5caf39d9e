import type { RawItem } from "../client/queries.ts";
import { LastSecond } from "./lastSecond.ts";
import { ReadWindow, type WindowPosition } from "./readWindows.ts";

/** State of a window, as data that can be stored and restored. */
export interface WindowState {
  readonly id: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly since?: string | undefined;
  readonly position: WindowPosition;
  /** The last second that was read, and the keys of its items, each repeated as often as it occurs. */
  readonly lastSecond: { readonly time?: string | undefined; readonly items: readonly string[] };
  readonly isRead: boolean;
  /** Number of new items read. */
  readonly read: number;
}

/** Position and fingerprints that recognise a page if the service sends it again. */
export interface PageTrail {
  readonly position: WindowPosition;
  readonly marks: readonly string[];
}

export function windowState(window: ReadWindow): WindowState {
  const { id, from, to, since, position, lastSecond, isRead, read } = window;
  const { time, items } = lastSecond;
  return { id, from, to, since, position, lastSecond: { time, items }, isRead, read };
}

/** State of a window when its last page was stored. */
export interface StoredWindow {
  readonly state: WindowState;
  /** The items stored last, newest first, to recognise duplicates; all items if they came out of order. */
  readonly recent: readonly Pick<RawItem, "id" | "finishedAt">[];
  /** Trails of all its pages, in the order in which they were read. */
  readonly trail: readonly PageTrail[];
}

/** Restores a window, so that it can be read on. */
export function restoredWindow({ state, recent, trail }: StoredWindow): ReadWindow {
  const window = new ReadWindow(state.id, state.from, state.to);
  window.moveTo(
    trail.map((it) => it.position),
    state.position,
  );
  window.since = state.since;
  window.isRead = state.isRead;
  window.read = state.read;
  window.lastSecond = new LastSecond(state.lastSecond.time, state.lastSecond.items);
  recent.forEach((it) => window.duplicates.isDuplicate(it));
  trail.forEach(({ marks }) => marks.forEach((it) => window.marks.add(it)));
  return window;
}
