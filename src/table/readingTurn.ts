import { randomUUID } from "node:crypto";
import { SurveyError } from "../model/errors.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { integer } from "./tableFile.ts";

/** The turn is free so many milliseconds after it was used last: whoever had it may have ended. */
const turnLasts = 10_000;

/** The turn to read into a table, which one of all processes has at a time. */
export class ReadingTurn {
  /** Tells this one from others that want the turn. */
  readonly #owner = randomUUID();
  /** Whether there is something to leave. */
  mayBeOurs = false;

  /** @returns whether nobody else has it */
  take(database: SqliteDatabase): boolean {
    if (this.isTaken(database)) {
      return false;
    }
    this.#renew(database);
    return true;
  }

  /** Takes it, or throws "cancelled" where another one has it. */
  insist(database: SqliteDatabase): void {
    if (!this.take(database)) {
      throw turnLost();
    }
  }

  /** Goes on having it, or throws "cancelled" where it was lost. */
  keep(database: SqliteDatabase): void {
    if (!this.isOurs(database)) {
      throw turnLost();
    }
    this.#renew(database);
  }

  /** Whether nobody else has taken it since. */
  isOurs(database: SqliteDatabase): boolean {
    return database.get("SELECT owner FROM state")?.["owner"] === this.#owner;
  }

  leave(database: SqliteDatabase): void {
    database.run("UPDATE state SET owner = NULL WHERE owner = ?", this.#owner);
  }

  /** Whether another one has it. Clocks may be set back: no turn lasts longer than it can. */
  isTaken(database: SqliteDatabase): boolean {
    const row = database.get("SELECT owner, until FROM state");
    const left = integer(row, "until") - Date.now();
    const owner = row?.["owner"];
    return owner !== null && owner !== this.#owner && left > 0 && left <= turnLasts;
  }

  #renew(database: SqliteDatabase): void {
    this.mayBeOurs = true;
    database.run("UPDATE state SET owner = ?, until = ?", this.#owner, Date.now() + turnLasts);
  }
}

function turnLost(): SurveyError {
  return new SurveyError("cancelled", "Another reading of these responses has the turn.");
}
