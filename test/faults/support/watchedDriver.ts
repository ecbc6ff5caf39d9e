import { SqliteDatabase, type SqliteDriver } from "../../../src/store/sqliteDriver.ts";

/**
 * SQLite that reports each transaction before it begins, and each writing one after its commit, with the database's file.
 */
export class WatchedDriver implements SqliteDriver {
  readonly #driver: SqliteDriver;
  readonly #onCommit: (location: string, database: SqliteDatabase) => void;
  readonly #onBegin: (database: SqliteDatabase, location: string) => void;

  constructor(
    driver: SqliteDriver,
    onCommit: (location: string, database: SqliteDatabase) => void,
    onBegin: (database: SqliteDatabase, location: string) => void = () => undefined,
  ) {
    this.#driver = driver;
    this.#onCommit = onCommit;
    this.#onBegin = onBegin;
  }

  open(location: string): SqliteDatabase {
    const database = this.#driver.open(location);
    let isWriting = false;
    return new SqliteDatabase({
      exec: (sql) => {
        if (sql.startsWith("BEGIN")) {
          this.#onBegin(database, location);
          isWriting = sql.includes("IMMEDIATE");
        }
        database.exec(sql);
        if (sql === "COMMIT" && isWriting) {
          this.#onCommit(location, database);
        }
      },
      prepare: (sql) => ({
        get: (...values) => database.get(sql, ...values),
        all: (...values) => database.all(sql, ...values),
        run: (...values) => database.run(sql, ...values),
      }),
      close: () => database.close(),
    });
  }

  faultOf(error: unknown) {
    return this.#driver.faultOf(error);
  }
}
