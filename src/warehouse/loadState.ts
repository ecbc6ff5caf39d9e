import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import { invalidInput, SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { Database, DatabaseRow } from "./database.ts";
import { WarehouseError } from "./failures.ts";
import type { StoredRange } from "./ranges.ts";
import { storedColumn } from "./tableColumns.ts";

/*
 * Records what the tables of a survey contain, in three tables beside them. Rows of a survey's tables and their record here
 * are always written in the same transaction.
 */

const layout = z.object({
  wide: z.array(storedColumn).readonly(),
  long: z.array(storedColumn).readonly(),
  /** Hash of the content of the codebook table. */
  codebook: z.string(),
  /** Number of rows of the long table; undefined while a load is not complete. */
  answers: z.int().optional(),
});
export type TableLayouts = Readonly<z.output<typeof layout>>;

const noLayout: TableLayouts = { wide: [], long: [], codebook: "" };

/** The survey that the tables belong to. */
export interface LoadOwner {
  /** Name of the data space. The address may change, as that of a local data space does. */
  readonly dataSpace: string;
  readonly version: string;
  readonly surveyId: string;
}

/** Facts that are recorded when a load is complete. */
export interface LoadFacts {
  readonly title: string;
  readonly structureHash: string | undefined;
  readonly asOf: string;
  /** Times of the oldest and the newest response, ISO 8601. */
  readonly from: string | undefined;
  readonly until: string | undefined;
}

/** A response in a range: its number in the range, a hash of its rows, and its id if it has one. */
const item = z.tuple([z.int(), z.string()], z.string());
export type StoredItem = z.output<typeof item>;

const count = z.coerce.number().pipe(z.int().nonnegative());
const loadRow = z.object({
  data_space: z.string(),
  version: z.string(),
  survey: z.string(),
  revision: count,
  layout: z.string(),
});
const rangeRow = z.object({
  range: count,
  after: z.string(),
  until: z.string(),
  responses: count,
});
const itemsRow = z.object({ range: count, items: z.string() });

/** The state of the tables of one survey. Its key is the name of the table with a row per response. */
export class LoadState {
  readonly #database: Database;
  readonly #table: string;
  readonly #in: (table: string) => string;
  #revision = 0;
  layouts: TableLayouts = noLayout;

  /** @param inSchema returns a table's quoted name with its schema */
  constructor(database: Database, table: string, inSchema: (table: string) => string) {
    this.#database = database;
    this.#table = table;
    this.#in = inSchema;
  }

  /** Creates the tables of the state if they do not exist. */
  async prepare(): Promise<void> {
    for (const [name, columns] of Object.entries(stateTables)) {
      // If two processes create it at the same time, one may be refused. On the second try the table exists.
      const make = () =>
        this.#database.query(`CREATE TABLE IF NOT EXISTS ${this.#in(name)} (${columns})`);
      await make().catch(make);
    }
  }

  /**
   * Locks the tables for as long as the connection of `keeper` is open.
   * @throws SurveyError "warehouse-fault" if another process has the lock
   */
  async lock(keeper: Database): Promise<void> {
    await this.#database.query(
      `INSERT INTO ${this.#in(locks)} ("table") VALUES ($1) ON CONFLICT DO NOTHING`,
      [this.#table],
    );
    // Try again, because the database may take a moment to notice that a process was killed.
    for (let tries = 1; !(await this.#tryLock(keeper)); tries++) {
      if (tries === maxTries) {
        throw this.#elsewhere();
      }
      await setTimeout(lockInterval);
    }
  }

  /** Locks a row, which works everywhere: CockroachDB has no advisory locks, and poolers hand sessions to other clients. */
  async #tryLock(keeper: Database): Promise<boolean> {
    await keeper.begin();
    try {
      const sql = `SELECT 1 FROM ${this.#in(locks)} WHERE "table" = $1 FOR UPDATE NOWAIT`;
      await keeper.query(sql, [this.#table]);
      return true;
    } catch (error) {
      await keeper.rollback();
      if (isLocked(error)) {
        return false;
      }
      throw error;
    }
  }

  /**
   * Takes over the existing state. From here on, transactions that another process has not committed yet are refused.
   * @returns false if there is no state
   */
  async takeOver(owner: LoadOwner): Promise<boolean> {
    const [row] = await this.#database.query(
      `UPDATE ${this.#in(loads)} SET revision = revision + 1 WHERE "table" = $1 RETURNING *`,
      [this.#table],
    );
    if (!row) {
      return false;
    }
    const load = decoded(loadRow, row);
    if (
      load.data_space !== owner.dataSpace ||
      load.version !== owner.version ||
      load.survey !== owner.surveyId
    ) {
      throw invalidInput(
        'The table "{0}" has the survey "{1}" of the data space "{2}" (API {3}). Choose another name of the table for the survey "{4}".',
        this.#table,
        load.survey,
        load.data_space,
        load.version,
        owner.surveyId,
      );
    }
    this.#revision = load.revision;
    this.layouts = parsed(layout, load.layout);
    return true;
  }

  /** Creates the state for tables that do not exist yet. */
  async create(owner: LoadOwner): Promise<void> {
    await this.#database.query(
      `INSERT INTO ${this.#in(loads)} ("table", data_space, version, survey, revision, layout) VALUES ($1, $2, $3, $4, 1, $5)`,
      [this.#table, owner.dataSpace, owner.version, owner.surveyId, JSON.stringify(noLayout)],
    );
    this.#revision = 1;
  }

  async ranges(): Promise<StoredRange[]> {
    const rows = await this.#database.query(
      `SELECT "range", after, until, responses FROM ${this.#in(ranges)} WHERE "table" = $1`,
      [this.#table],
    );
    return rows.map((it) => decoded(rangeRow, it));
  }

  /** Returns the responses of some ranges, by the ranges' numbers. */
  async items(numbers: readonly number[]): Promise<Map<number, readonly StoredItem[]>> {
    const rows = await this.#database.query(
      `SELECT "range", items FROM ${this.#in(ranges)} WHERE "table" = $1 AND "range" = ANY($2::int[])`,
      [this.#table, numbers],
    );
    return new Map(
      rows.map((row) => {
        const { range, items } = decoded(itemsRow, row);
        return [range, parsed(z.array(item), items)];
      }),
    );
  }

  /**
   * Begins a transaction, unless another process has taken over the tables.
   * @throws SurveyError "warehouse-fault"; then no transaction is open
   */
  async begin(): Promise<void> {
    await this.#database.begin();
    try {
      const changed = await this.#database.change(
        `UPDATE ${this.#in(loads)} SET revision = revision + 1 WHERE "table" = $1 AND revision = $2`,
        [this.#table, this.#revision],
      );
      if (changed !== 1) {
        throw this.#elsewhere();
      }
    } catch (error) {
      await this.#database.rollback();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#database.commit();
    this.#revision++;
  }

  async rollback(): Promise<void> {
    await this.#database.rollback();
  }

  async transaction(work: () => Promise<void>): Promise<void> {
    await this.begin();
    try {
      await work();
      await this.commit();
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** Stores a range. Runs inside the open transaction. */
  async putRange(
    { range, after, until }: Omit<StoredRange, "responses">,
    items: readonly StoredItem[],
  ): Promise<void> {
    await this.#database.query(
      `INSERT INTO ${this.#in(ranges)} ("table", "range", after, until, responses, items) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ("table", "range") DO UPDATE SET after = excluded.after, until = excluded.until, responses = excluded.responses, items = excluded.items`,
      [this.#table, range, after, until, items.length, JSON.stringify(items)],
    );
  }

  /** Removes the state of ranges. Runs inside the open transaction. */
  async forgetRanges(numbers: readonly number[]): Promise<void> {
    await this.#database.query(
      `DELETE FROM ${this.#in(ranges)} WHERE "table" = $1 AND "range" = ANY($2::int[])`,
      [this.#table, numbers],
    );
  }

  /** Stores the layouts. Runs inside the open transaction. */
  async putLayouts(layouts: TableLayouts): Promise<void> {
    await this.#database.query(`UPDATE ${this.#in(loads)} SET layout = $2 WHERE "table" = $1`, [
      this.#table,
      JSON.stringify(layouts),
    ]);
    this.layouts = layouts;
  }

  /** Stores the facts of a complete load. Runs inside the open transaction. */
  async putFacts(facts: LoadFacts): Promise<void> {
    const { title, structureHash, asOf, from, until } = facts;
    const sum = `SELECT CAST(COALESCE(sum(responses), 0) AS integer) FROM ${this.#in(ranges)} WHERE "table" = $1`;
    await this.#database.query(
      `UPDATE ${this.#in(loads)} SET title = $2, structure_hash = $3, as_of = $4, covered_from = $5, covered_until = $6, responses = (${sum}) WHERE "table" = $1`,
      [this.#table, title, structureHash, asOf, from, until],
    );
  }

  #elsewhere(): SurveyError {
    return SurveyError.of(
      "warehouse-fault",
      'The table "{0}" is being filled by another process. Wait for it, and load again.',
      this.#table,
    );
  }
}

const maxTries = 4;
const lockInterval = 500;

const loads = "survey_explorer_loads";
const ranges = "survey_explorer_ranges";
const locks = "survey_explorer_locks";

const stateTables: Readonly<Record<string, string>> = {
  [loads]: `"table" text PRIMARY KEY, data_space text NOT NULL, version text NOT NULL, survey text NOT NULL, title text, structure_hash text, as_of text, responses integer, covered_from text, covered_until text, revision bigint NOT NULL, layout text NOT NULL`,
  [ranges]: `"table" text NOT NULL, "range" integer NOT NULL, after text NOT NULL, until text NOT NULL, responses integer NOT NULL, items text NOT NULL, PRIMARY KEY ("table", "range")`,
  [locks]: `"table" text PRIMARY KEY`,
};

/** Names of the state's tables. A survey's tables must not have them. */
export const stateNames: readonly string[] = Object.keys(stateTables);

function isLocked(error: unknown): boolean {
  return error instanceof WarehouseError && error.state === "55P03";
}

function decoded<T>(shape: z.ZodType<T>, row: DatabaseRow): T {
  try {
    return shape.parse(row);
  } catch (cause) {
    throw damaged(cause);
  }
}

function parsed<T>(shape: z.ZodType<T>, json: string): T {
  try {
    return shape.parse(JSON.parse(json));
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause: unknown): SurveyError {
  return new SurveyError(
    "warehouse-fault",
    localizable(
      "The tables survey_explorer_loads and survey_explorer_ranges have been changed by others and cannot be read. Drop them and the tables of the surveys, and load again.",
    ),
    { cause },
  );
}
