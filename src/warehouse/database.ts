import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { HalfCharacters } from "../formats/writers/halfCharacters.ts";
import { warehouseFault, type WarehouseAddress } from "./failures.ts";
import { quoted } from "./identifiers.ts";
import { rowsIn } from "./rowText.ts";

const connectTimeout = 15_000;

/** Parameters of a statement. More than 65,535 the protocol cannot count. */
const mostParameters = 30_000;

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** A table with its schema, and columns of it, as SQL has them. */
export interface Into {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * One connection to what speaks PostgreSQL's protocol. All that it rejects with is a SurveyError that says nothing of where it
 * is.
 */
export class Database {
  readonly #client: pg.Client;
  readonly #address: WarehouseAddress;
  /** Notices those of all rows. */
  readonly halves = new HalfCharacters();
  /** Whether it has COPY; absent: not asked yet. */
  #canCopy: boolean | undefined;

  private constructor(client: pg.Client, address: WarehouseAddress) {
    this.#client = client;
    this.#address = address;
    // A connection that is lost while nothing is asked would end the process.
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

  /** @returns how many rows it was about */
  async change(sql: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  async begin(): Promise<void> {
    await this.query("BEGIN");
  }

  async commit(): Promise<void> {
    await this.query("COMMIT");
  }

  /** What cannot be rolled back is given up with the connection. */
  async rollback(): Promise<void> {
    await this.query("ROLLBACK").catch(() => undefined);
  }

  /**
   * Whether a transaction waits until it is on the disk. Without, a database that crashes may lose the last ones, each whole,
   * which the next that waits makes sure of together with itself. Who has no such setting always waits.
   */
  async waitForDisk(waits: boolean): Promise<void> {
    const sql = waits ? "RESET synchronous_commit" : "SET synchronous_commit = off";
    await this.query(sql).catch(() => undefined);
  }

  /** Asks once for all; not inside of a transaction, which a refusal would end. */
  async prefer(into: Into): Promise<void> {
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

  /** @param rows as COPY reads them */
  async insert(into: Into, rows: readonly Buffer[]): Promise<void> {
    if (rows.length === 0) {
      return;
    }
    try {
      await (this.#canCopy === true ? this.#copy(into, rows) : this.#insertBatches(into, rows));
    } catch (error) {
      throw warehouseFault(error, this.#address);
    }
  }

  /** What is open is rolled back by the database. */
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

  async #copy({ table, columns }: Into, rows: readonly Buffer[]): Promise<void> {
    const sql = `COPY ${table} (${columns.map(quoted).join(", ")}) FROM STDIN`;
    await pipeline(rows, this.#client.query(copyFrom(sql)));
  }

  async #insertBatches({ table, columns }: Into, chunks: readonly Buffer[]): Promise<void> {
    const rows = rowsIn(chunks);
    const names = columns.map(quoted).join(", ");
    const size = Math.max(1, Math.floor(mostParameters / columns.length));
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

/** A statement that the engine does not have. */
function isNotThere(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "0A000" || error.code === "42601")
  );
}
