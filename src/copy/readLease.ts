import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import { wording } from "../model/wordings.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import { parsed } from "../store/rows.ts";
import { putPart, textPart } from "./rows.ts";

/** Milliseconds after its last use when the lease expires: its holder may have ended. */
const leaseLasts = 10_000;

const leaseShape = z.object({
  id: z.string(),
  /** The reader; one per CopyDirectory. */
  holder: z.string(),
  host: z.string(),
  pid: z.int().positive(),
  /** Time at which it expires, epoch milliseconds. */
  until: z.number(),
});

type Lease = z.output<typeof leaseShape>;

/** The lease to read into a copy. One reader in all processes has it at a time. */
export class ReadLease {
  /** Distinguishes this instance from others that want the lease. */
  readonly #id = randomUUID();
  readonly #holder: string;
  /** True if there may be a lease to release. */
  mayBeOurs = false;

  /** @param holder the same for all instances that a person would call one reader */
  constructor(holder: string) {
    this.#holder = holder;
  }

  /** Tries to take the lease. @returns false if another reader has it */
  take(database: SqliteDatabase): boolean {
    const lease = leaseIn(database);
    if (lease && !this.#isOurs(lease) && isAlive(lease)) {
      return false;
    }
    this.#renew(database);
    return true;
  }

  /** Takes the lease, or throws "cancelled" if another reader has it. */
  insist(database: SqliteDatabase): void {
    if (!this.take(database)) {
      throw leaseLost();
    }
  }

  /** Renews the lease, or throws "cancelled" if it was lost. */
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

  /** Returns true if a reader with another `holder` has the lease. */
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

/**
 * Returns true if the lease has not expired and its process runs. A lease with too much time left has expired: the clock was
 * set back.
 */
function isAlive({ until, host, pid }: Lease): boolean {
  const left = until - Date.now();
  return left > 0 && left <= leaseLasts && (host !== hostname() || isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another account runs, but may not be signalled.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function leaseLost(): SurveyError {
  return new SurveyError("cancelled", wording("otherReader"));
}
