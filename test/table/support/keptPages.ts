import { join } from "node:path";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { WindowState } from "../../../src/reader/windowState.ts";
import { nodeSqlite, type SqliteDriver } from "../../../src/store/sqliteDriver.ts";
import { wasmSqlite } from "../../../src/store/wasmSqlite.ts";
import { KeptResponses } from "../../../src/table/keptResponses.ts";
import type { KeptPage } from "../../../src/table/tables.ts";

/** Both builds of SQLite: the tests' Node has one of its own. */
export async function sqliteDrivers(): Promise<SqliteDriver[]> {
  const own = nodeSqlite();
  return [...(own ? [own] : []), await wasmSqlite()];
}

export const fileIn = (folder: string): string => join(folder, "table", "responses.db");

export function keptIn(
  driver: SqliteDriver,
  folder: string,
  version: ApiVersion = "v3",
): KeptResponses {
  return new KeptResponses(driver, { file: fileIn(folder), version, dataSpace: "Space" });
}

export function windowAt(read = 0, more: Partial<WindowState> = {}): WindowState {
  return {
    id: 0,
    position: {},
    border: { items: [] },
    isRead: false,
    read,
    ...more,
  };
}

/** A page of items, as they stand one after the other with commas between them. */
export function pageOf(items: readonly string[], window = windowAt()): KeptPage {
  const body = new Uint8Array(Buffer.from(`[${items.join(",")}]`));
  const places = new Uint32Array(2 * items.length);
  let at = 1;
  for (const [index, item] of items.entries()) {
    places[2 * index] = at;
    at += Buffer.byteLength(item);
    places[2 * index + 1] = at;
    at++;
  }
  return { body, places, window, trail: { position: window.position, marks: [`${window.read}`] } };
}

/** `YYYY-MM-DDThh:mm:ss`, so many seconds after the beginning of 2026. */
export function timeAt(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().slice(0, 19);
}

/** A response of v3. */
export function itemOf(number: number, second = number, text = "x"): string {
  return JSON.stringify({
    responseId: `r${number}`,
    collectGroupId: "g1",
    finishedAt: timeAt(second),
    embeddedData: [{ name: "source", value: "mail" }],
    variables: [
      { name: "Q1", type: "SingleChoice", options: [], answer: [{ value: String(number % 5) }] },
      { name: "Q2", type: "Text", options: [], answer: [{ value: text, etcValue: "other" }] },
    ],
  });
}

/** Numbers from `from` down, so many. */
export function numbersDown(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from - index);
}

export function rawTexts(kept: KeptResponses): string[] {
  return kept.reading(() =>
    Array.from({ length: kept.loaded }, (_, id) =>
      Buffer.from(kept.raw(id) ?? []).toString("utf8"),
    ),
  );
}
