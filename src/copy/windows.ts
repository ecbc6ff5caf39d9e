import * as z from "zod";
import { doubts, newestFirst } from "../reader/readWindows.ts";
import type { PageTrail, WindowState } from "../reader/windowState.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { DamagedError, integer, parsed, text } from "../store/rows.ts";
import { verifyChecksum, checksumOf } from "./rows.ts";

/* The windows of an unfinished reading, with what is needed to continue it. */

const maybeText = z.string().optional();

const position = z.object({
  startDateTime: maybeText,
  endDateTime: maybeText,
  cursor: maybeText,
  top: z.object({ items: z.number(), print: z.number() }).optional(),
  print: maybeText,
  restarted: z.boolean().optional(),
  doubt: z.enum(doubts).optional(),
});

const windowState: z.ZodType<WindowState> = z.object({
  id: z.int(),
  from: maybeText,
  to: maybeText,
  since: maybeText,
  position,
  lastSecond: z.object({ time: maybeText, items: z.array(z.string()) }),
  isRead: z.boolean(),
  read: z.int().nonnegative(),
});

const pageTrail: z.ZodType<PageTrail> = z.object({ position, marks: z.array(z.string()) });

/** @returns the number of stored windows */
export function putWindow(database: SqliteDatabase, state: WindowState): number {
  const json = JSON.stringify(state);
  const sum = checksumOf(json, state.id);
  database.run("INSERT OR REPLACE INTO window VALUES (?, ?, ?)", state.id, json, sum);
  return integer(database.get("SELECT count(*) AS count FROM window"), "count");
}

export function addTrail(database: SqliteDatabase, window: number, trail: PageTrail): void {
  const json = JSON.stringify(trail);
  const sum = checksumOf(json, window);
  database.run("INSERT INTO trail (window, value, sum) VALUES (?, ?, ?)", window, json, sum);
}

export function forgetWindows(database: SqliteDatabase): void {
  database.exec("DELETE FROM window; DELETE FROM trail");
}

/** Returns the windows, newest first. @param count expected number of windows */
export function windowsIn(database: SqliteDatabase, count: number): WindowState[] {
  const windows = database.all("SELECT * FROM window").map((row) => {
    const json = text(row, "state");
    verifyChecksum(row, json, integer(row, "window"));
    return parsed(windowState, json);
  });
  if (new Set(windows.map((it) => it.id)).size !== count) {
    throw new DamagedError("A window is missing.");
  }
  return windows.sort(newestFirst);
}

/** Returns the trails of each window's pages, in the order in which they came. @param count expected number of pages */
export function trailsIn(database: SqliteDatabase, count: number): Map<number, PageTrail[]> {
  const rows = database.all("SELECT * FROM trail ORDER BY trail");
  if (new Set(rows.map((it) => integer(it, "trail"))).size !== count) {
    throw new DamagedError("A page of a window is missing.");
  }
  const trails = new Map<number, PageTrail[]>();
  for (const row of rows) {
    const [window, json] = [integer(row, "window"), text(row, "value")];
    verifyChecksum(row, json, window);
    const trail = trails.get(window) ?? [];
    trail.push(parsed(pageTrail, json));
    trails.set(window, trail);
  }
  return trails;
}
