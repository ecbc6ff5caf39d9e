import * as z from "zod";
import { invalidInput } from "../model/errors.ts";
import type { Database, InsertTarget } from "./database.ts";
import { fitIdentifier, literal, quoted } from "./identifiers.ts";
import { stateNames } from "./loadState.ts";
import {
  wideTechnical,
  type StoredColumn,
  type TableTarget,
  type TechnicalColumn,
} from "./tableColumns.ts";

/** The tables of one survey in their schema: their names, their columns, and the statements that create and change them. */
export class SurveyTables {
  readonly #database: Database;
  readonly #schema: string;
  readonly wide: string;
  readonly long: string;
  readonly codebook: string;

  private constructor(database: Database, schema: string, table: string) {
    this.#database = database;
    this.#schema = schema;
    this.wide = fitIdentifier(table);
    this.long = fitIdentifier(`${table}_long`);
    this.codebook = fitIdentifier(`${table}_codebook`);
  }

  /** @throws SurveyError "invalid-input" if the name is not allowed, or if the connection finds no schema */
  static async of(
    database: Database,
    schema: string | undefined,
    table: string,
  ): Promise<SurveyTables> {
    if (table.trim() === "" || stateNames.some((it) => table.toLowerCase().startsWith(it))) {
      throw invalidInput('The table cannot be called "{0}". Choose another name.', table);
    }
    const [row] = await database.query("SELECT current_schema() AS schema");
    const found = schema ?? z.object({ schema: z.string().nullable() }).parse(row).schema;
    if (found === null) {
      throw invalidInput("The connection finds no schema for the tables. Name one that exists.");
    }
    return new SurveyTables(database, found, table);
  }

  /** Names for messages. */
  get names(): string[] {
    return [this.wide, this.long, this.codebook].map((it) => `${this.#schema}.${it}`);
  }

  /** Returns the table's quoted name with its schema. */
  readonly inSchema = (table: string): string => `${quoted(this.#schema)}.${quoted(table)}`;

  /** Returns the names of the columns of each table that exists. */
  async existingColumns(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const rows = await this.#database.query(
      "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = ANY($2::text[])",
      [this.#schema, [this.wide, this.long, this.codebook]],
    );
    const found = new Map<string, Set<string>>();
    for (const row of rows) {
      const { table_name: table, column_name: column } = columnRow.parse(row);
      const columns = found.get(table) ?? new Set();
      found.set(table, columns.add(column));
    }
    return found;
  }

  into({ name, technical, columns }: TableTarget): InsertTarget {
    return {
      table: this.inSchema(name),
      columns: [...technical, ...columns].map((it) => it.name),
    };
  }

  /** Returns the statements that create the table, or add missing columns to it, and comment them. */
  statements(
    { name, technical, columns }: TableTarget,
    stored: readonly StoredColumn[],
    there: ReadonlySet<string> | undefined,
    title: string,
  ): string[] {
    const table = this.inSchema(name);
    // The long table may have millions of rows. Its index is created after they are inserted, which is faster; see `index`.
    const keys = name === this.wide ? [`PRIMARY KEY (${keyColumns})`] : [];
    const made = there
      ? columns
          .filter((it) => !there.has(it.name))
          .map((it) => `ALTER TABLE ${table} ADD COLUMN ${quoted(it.name)} ${it.type}`)
      : [
          `CREATE TABLE ${table} (${[
            ...technical.map((it) => `${quoted(it.name)} integer NOT NULL`),
            ...columns.map((it) => `${quoted(it.name)} ${it.type}`),
            ...keys,
          ].join(", ")})`,
          `COMMENT ON TABLE ${table} IS ${literal(title)}`,
        ];
    const told = new Map(
      stored.filter((it) => there?.has(it.name)).map((it) => [it.key, it.comment]),
    );
    const comments = [
      ...(there ? [] : technical),
      ...columns.filter((it) => it.comment !== (told.get(it.key) ?? "")),
    ].map(
      (it: TechnicalColumn) =>
        `COMMENT ON COLUMN ${table}.${quoted(it.name)} IS ${literal(it.comment)}`,
    );
    return [...made, ...comments];
  }

  /** Empties the tables that exist. Runs inside the open transaction. */
  async clear(there: ReadonlyMap<string, unknown>): Promise<void> {
    for (const it of [this.long, this.wide].filter((table) => there.has(table))) {
      await this.#database.change(`DELETE FROM ${this.inSchema(it)}`);
    }
  }

  /** Deletes the rows of ranges. Runs inside the open transaction. */
  async clearRanges(numbers: readonly number[]): Promise<void> {
    for (const it of [this.long, this.wide]) {
      await this.#database.change(
        `DELETE FROM ${this.inSchema(it)} WHERE "_range" = ANY($1::int[])`,
        [numbers],
      );
    }
  }

  /** Creates the index by which rows of the long table are found when they are replaced. */
  async index(): Promise<void> {
    const name = quoted(fitIdentifier(`${this.long}_key`));
    await this.#database.query(
      `CREATE INDEX IF NOT EXISTS ${name} ON ${this.inSchema(this.long)} (${keyColumns})`,
    );
  }

  async count(table: string): Promise<number> {
    const [row] = await this.#database.query(
      `SELECT count(*) AS count FROM ${this.inSchema(table)}`,
    );
    return countRow.parse(row).count;
  }

  /** Returns the number of responses whose ID another response has. */
  async doubled(column: string): Promise<number> {
    const id = quoted(column);
    const [row] = await this.#database.query(
      `SELECT count(${id}) - count(DISTINCT ${id}) AS count FROM ${this.inSchema(this.wide)}`,
    );
    return countRow.parse(row).count;
  }
}

const keyColumns = wideTechnical.map((it) => quoted(it.name)).join(", ");

const columnRow = z.object({ table_name: z.string(), column_name: z.string() });
const countRow = z.object({ count: z.coerce.number() });
