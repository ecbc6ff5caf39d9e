import { DatabaseSync } from "node:sqlite";

export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** Why SQLite failed. */
export type SqlFault = "damaged" | "busy" | "full" | "other";

/** Opens databases, and interprets their errors. */
export interface SqliteDriver {
  /** @param location a file, or "" for a temporary database that vanishes when it is closed */
  open(location: string): SqliteDatabase;
  /** Returns `undefined` if the error is not SQLite's. */
  faultOf(error: unknown): SqlFault | undefined;
}

export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
  run(...values: SqlValue[]): void;
}

/** An open database. Each statement is prepared once. */
export class SqliteDatabase {
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  get(sql: string, ...values: SqlValue[]): SqlRow | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: string, ...values: SqlValue[]): SqlRow[] {
    return this.#prepare(sql).all(...values);
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  /**
   * Runs the work in a transaction, which is rolled back if the work throws. "IMMEDIATE" waits for its turn to write;
   * "DEFERRED" sees the state at its first read, whatever others write meanwhile.
   */
  transaction<T>(kind: "DEFERRED" | "IMMEDIATE", work: () => T): T {
    this.exec(`BEGIN ${kind}`);
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    this.#connection.close();
  }

  /** Rolls back, unless SQLite has done so already, as it does after some errors. */
  #rollBack(): void {
    try {
      this.exec("ROLLBACK");
    } catch {
      // The first error says more.
    }
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** SQLite as VS Code's Node has it: since 1.103 on the desktop (Electron 37.2.3) and on servers (Node 22.17). */
export const nodeSqlite: SqliteDriver = {
  open: (location) => new SqliteDatabase(new DatabaseSync(location)),
  faultOf: (error) =>
    error instanceof Error && "errcode" in error && typeof error.errcode === "number"
      ? faultOfCode(error.errcode)
      : undefined,
};

/**
 * SQLite's result codes; bits above the lowest byte are detail. A statement that fails to find a name (1), or a file that
 * says it is read-only (8), means that a byte of the file has changed: what the system does not permit fails before.
 */
const faults: Readonly<Record<number, SqlFault>> = {
  1: "damaged",
  5: "busy",
  6: "busy",
  8: "damaged",
  11: "damaged",
  13: "full",
  26: "damaged",
};

/** Another process has moved the file: it cannot be written, but is not damaged. */
const movedAway = 1032;

function faultOfCode(code: number): SqlFault {
  return code === movedAway ? "other" : (faults[code & 0xff] ?? "other");
}
