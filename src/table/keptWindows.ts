import type { RawItems } from "../client/queries.ts";
import { newestFirst } from "../reader/readWindows.ts";
import type { PageTrail, WindowState } from "../reader/windowState.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { parsed } from "./keptParts.ts";
import * as shapes from "./keptShapes.ts";
import { integer, text } from "./tableFile.ts";
import type { KeptWindow } from "./tables.ts";

/* The windows of a reading that is not finished, with what is needed to go on in them. */

/** Pages whose items are told, of each window that is not read to its end. */
const recentPages = 3;

export function putWindow(database: SqliteDatabase, state: WindowState): void {
  database.run(
    "INSERT OR REPLACE INTO window (window, state) VALUES (?, ?)",
    state.id,
    JSON.stringify(state),
  );
}

export function addTrail(database: SqliteDatabase, window: number, trail: PageTrail): void {
  database.run("INSERT INTO trail (window, value) VALUES (?, ?)", window, JSON.stringify(trail));
}

export function forgetWindows(database: SqliteDatabase): void {
  database.exec("DELETE FROM window; DELETE FROM trail");
}

/** Newest first. @param reading of the pages that are told */
export function windowsOf(
  database: SqliteDatabase,
  itemsOf: (first: number, rows: number) => RawItems,
  reading: number,
): KeptWindow[] {
  return database
    .all("SELECT state FROM window ORDER BY window")
    .map((it) => parsed(shapes.windowState, text(it, "state")))
    .sort(newestFirst)
    .map((state) => ({
      state,
      recent: state.isRead
        ? []
        : recentOf(database, state.id, reading)
            .flatMap(({ first, rows }) => itemsOf(first, rows).items)
            .map(({ id, finishedAt }) => ({ id, finishedAt })),
      trail: database
        .all("SELECT value FROM trail WHERE window = ? ORDER BY trail", state.id)
        .map((it) => parsed(shapes.pageTrail, text(it, "value"))),
    }));
}

/** The window's last pages, in the order in which they came. */
function recentOf(database: SqliteDatabase, window: number, reading: number) {
  return database
    .all(
      "SELECT first, rows FROM page WHERE window = ? AND reading = ? ORDER BY page DESC LIMIT ?",
      window,
      reading,
      recentPages,
    )
    .reverse()
    .map((it) => ({ first: integer(it, "first"), rows: integer(it, "rows") }));
}
