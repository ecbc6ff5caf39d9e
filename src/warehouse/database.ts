import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { LoneSurrogates } from "../formats/writers/loneSurrogates.ts";
import { warehouseFault, type WarehouseAddress } from "./failures.ts";
import { quoted } from "./identifiers.ts";
import { rowsIn } from "./rowText.ts";

const connectTimeout = 15_000;

/** Maximum number of parameters in a statement. The protocol's limit is 65,535. */
const maxParameters = 30_000;

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** A table, quoted and with its schema as in SQL, and the unquoted names of columns in it. */
export interface InsertTarget {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * One connection to a database that speaks PostgreSQL's protocol. It rejects only with SurveyErrors, which do not reveal the
 * address.
 */
export class Database {
  readonly #client: pg.Client;
  readonly #address: WarehouseAddress;
  /** Notices unpaired surrogates in all rows. */
  readonly halves = new LoneSurrogates();
  /** Whether the database supports COPY; `undefined` until `detectCopy` has tried. */
  #canCopy: boolean | undefined;

  private constructor(client: pg.Client, address: WarehouseAddress) {
    this.#client = client;
    this.#address = address;
    // Without a listener, a connection that is lost while idle would end the process.
    client.on("error", () => undefined);
  }

  static async connect(address: WarehouseAddress): Promise<Database> {
    try {
      const database = new Database(
        new pg.Client({
          connectionString: address.connectionString,
          fallback_application_name: "survey-explorer",
          connectionTimeoutMillis: connectTimeout,
          keepAlive: true,
        }),
        address,
      );
      await database.#client.connect();
      return database;
    } catch (error) {
      throw warehouseFault(error, address);
    }
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<readonly DatabaseRow[]> {
    return (await this.#run(sql, values)).rows as readonly DatabaseRow[];
  }

  /** @returns the number of rows that were changed */
  async change(sql: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  async begin(): Promise<void> {
    await this.query("BEGIN");
  }

  async commit(): Promise<void> {
    await this.query("COMMIT");
  }

  /** Never rejects: if rolling back fails, the database does it when the connection closes. */
  async rollback(): Promise<void> {
    await this.query("ROLLBACK").catch(() => undefined);
  }

  /**
   * Sets whether a commit waits until it is on disk. If not, a crash of the database may lose the last transactions, each as
   * a whole; the next commit that waits makes them durable as well. Databases without this setting always wait.
   */
  async waitForDisk(waits: boolean): Promise<void> {
    const sql = waits ? "RESET synchronous_commit" : "SET synchronous_commit = off";
    await this.query(sql).catch(() => undefined);
  }

  /** Finds out once whether COPY works. Must not be called inside a transaction, which a failed COPY would abort. */
  async detectCopy(into: InsertTarget): Promise<void> {
    this.#canCopy ??= await this.#copy(into, []).then(
      () => true,
      (error: unknown) => {
        if (isNotThere(error)) {
          return false;
        }
        throw warehouseFault(error, this.#address);
      },
    );
  }

  /** @param rows rows in COPY's text format */
  async insert(into: InsertTarget, rows: readonly Buffer[]): Promise<void> {
    if (rows.length === 0) {
      return;
    }
    try {
      await (this.#canCopy === true ? this.#copy(into, rows) : this.#insertBatches(into, rows));
    } catch (error) {
      throw warehouseFault(error, this.#address);
    }
  }

  /** Closes the connection. The database rolls back an open transaction. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  async #run(sql: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(sql, [...values]);
    } catch (error) {
      throw warehouseFault(error, this.#address);
    }
  }

  async #copy({ table, columns }: InsertTarget, rows: readonly Buffer[]): Promise<void> {
    const sql = `COPY ${table} (${columns.map(quoted).join(", ")}) FROM STDIN`;
    await pipeline(rows, this.#client.query(copyFrom(sql)));
  }

  async #insertBatches({ table, columns }: InsertTarget, chunks: readonly Buffer[]): Promise<void> {
    const rows = rowsIn(chunks);
    const names = columns.map(quoted).join(", ");
    const size = Math.max(1, Math.floor(maxParameters / columns.length));
    for (let first = 0; first < rows.length; first += size) {
      const some = rows.slice(first, first + size);
      const places = some.map(
        (_, row) => `(${columns.map((__, at) => `$${row * columns.length + at + 1}`).join(", ")})`,
      );
      const sql = `INSERT INTO ${table} (${names}) VALUES ${places.join(", ")}`;
      await this.#client.query(sql, some.flat());
    }
  }
}

/** Returns true if the database does not support the statement. */
function isNotThere(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "0A000" || error.code === "42601")
  );
}
