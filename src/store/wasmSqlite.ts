import type * as Wasm from "node-sqlite3-wasm";
import { rmdirSync, statSync } from "node:fs";
import {
  SqliteDatabase,
  type Connection,
  type SqlFault,
  type SqliteDriver,
} from "./sqliteDriver.ts";

/**
 * SQLite as WebAssembly, for runtimes that have none of their own. It has no write-ahead log, and two processes cannot read at
 * the same time: they wait for each other.
 */
export async function wasmSqlite(): Promise<SqliteDriver> {
  const { Database } = ((await import("node-sqlite3-wasm")) as unknown as CommonJs).default;
  return {
    name: "node-sqlite3-wasm",
    open: (location) => {
      removeLeftLock(location);
      return new SqliteDatabase(connect(new Database(location), location));
    },
    faultOf,
  };
}

/** It is CommonJS, whose names Node does not find; its types say otherwise. */
interface CommonJs {
  readonly default: typeof Wasm;
}

function connect(database: Wasm.Database, location: string): Connection {
  const unlocked = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (faultOf(error) === "busy" && removeLeftLock(location)) {
        return work();
      }
      throw error;
    }
  };
  return {
    exec: (sql) => unlocked(() => database.exec(sql)),
    prepare: (sql) => {
      const statement = unlocked(() => database.prepare(sql));
      return {
        // Its `get` stops at the row, and so keeps the lock.
        get: (values) => unlocked(() => statement.all([...values])[0]),
        all: (values) => unlocked(() => statement.all([...values])),
        run: (values) => void unlocked(() => statement.run([...values])),
        finish: () => statement.finalize(),
      };
    },
    close: () => database.close(),
  };
}

/** Longer than any transaction takes, in milliseconds. */
const longestLock = 10_000;

/** The lock is a folder, which stays where a process was killed. @returns whether there was one */
function removeLeftLock(location: string): boolean {
  const lock = `${location}.lock`;
  const found = location === "" ? undefined : statSync(lock, { throwIfNoEntry: false });
  const isLeft = found !== undefined && Date.now() - found.mtimeMs > longestLock;
  if (isLeft) {
    rmdirSync(lock);
  }
  return isLeft;
}

/** It tells no codes. */
const messages: readonly (readonly [RegExp, SqlFault])[] = [
  [/is locked/, "busy"],
  [/malformed|not a database|no such|already exists|unsupported|readonly/, "damaged"],
  [/is full/, "full"],
];

function faultOf(error: unknown): SqlFault | undefined {
  if (!(error instanceof Error) || error.name !== "SQLite3Error") {
    return undefined;
  }
  return messages.find(([it]) => it.test(error.message))?.[1] ?? "other";
}
