import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { parsed } from "../store/rows.ts";
import { putPart, textPart } from "./rows.ts";

/** The lease is free so many milliseconds after it was used last: whoever had it may have ended. */
const leaseLasts = 10_000;

const leaseShape = z.object({
  id: z.string(),
  /** Which folder of copies it was taken through. */
  holder: z.string(),
  host: z.string(),
  pid: z.int().positive(),
  /** Epoch milliseconds. */
  until: z.number(),
});

type Lease = z.output<typeof leaseShape>;

/** The lease to read into a copy, which one of all processes has at a time. */
export class ReadLease {
  /** Tells this one from others that want the lease. */
  readonly #id = randomUUID();
  readonly #holder: string;
  /** Whether there is something to leave. */
  mayBeOurs = false;

  /** @param holder the same for all of which a person would say that they are one reader */
  constructor(holder: string) {
    this.#holder = holder;
  }

  /** @returns whether nobody else has it */
  take(database: SqliteDatabase): boolean {
    const lease = leaseIn(database);
    if (lease && !this.#isOurs(lease) && isAlive(lease)) {
      return false;
    }
    this.#renew(database);
    return true;
  }

  /** Takes it, or throws "cancelled" where another one has it. */
  insist(database: SqliteDatabase): void {
    if (!this.take(database)) {
      throw leaseLost();
    }
  }

  /** Goes on having it, or throws "cancelled" where it was lost. */
  renew(database: SqliteDatabase): void {
    const lease = leaseIn(database);
    if (!lease || !this.#isOurs(lease)) {
      throw leaseLost();
    }
    this.#renew(database);
  }

  release(database: SqliteDatabase): void {
    const lease = leaseIn(database);
    if (lease && this.#isOurs(lease)) {
      database.run("DELETE FROM part WHERE name = 'lease'");
    }
  }

  /** Whether somebody has it whom a person would call another reader. */
  isElsewhere(database: SqliteDatabase): boolean {
    const lease = leaseIn(database);
    return lease !== undefined && lease.holder !== this.#holder && isAlive(lease);
  }

  #isOurs({ id }: Lease): boolean {
    return id === this.#id;
  }

  #renew(database: SqliteDatabase): void {
    this.mayBeOurs = true;
    const lease: Lease = {
      id: this.#id,
      holder: this.#holder,
      host: hostname(),
      pid: process.pid,
      until: Date.now() + leaseLasts,
    };
    putPart(database, "lease", JSON.stringify(lease));
  }
}

function leaseIn(database: SqliteDatabase): Lease | undefined {
  const json = textPart(database, "lease");
  return json === undefined ? undefined : parsed(leaseShape, json);
}

/** Clocks may be set back: no lease lasts longer than it can. */
function isAlive({ until, host, pid }: Lease): boolean {
  const left = until - Date.now();
  return left > 0 && left <= leaseLasts && (host !== hostname() || isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another account's process runs, though it may not be signalled.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function leaseLost(): SurveyError {
  return new SurveyError("cancelled", localizable("Another window is loading these responses."));
}
