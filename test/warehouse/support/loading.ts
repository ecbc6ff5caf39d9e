import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { createFormats } from "../../../src/formats/formatsClient.ts";
import { tableConversion } from "../../../src/formats/tableConversion.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { plainForm, type TableForm, type TableLayout } from "../../../src/model/tabular/tableForm.ts";
import type { Warehouse } from "../../../src/warehouse/calls.ts";
import { loadItems } from "../../../src/warehouse/loadItems.ts";
import {
  loadSurvey,
  type LoadResult,
  type LoadSurveyOptions,
} from "../../../src/warehouse/loadSurvey.ts";
import { clientOf } from "../../client/support/clients.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import { copiesIn, exportResponses } from "../../export/support/exporting.ts";
import type { PostgresServer } from "./postgres.ts";

/** In this thread. */
export const direct: Warehouse = { load: (job, { onProgress }) => loadItems(job, onProgress) };

const formats = createFormats(join(import.meta.dirname, "../../../src/formats/worker.ts"));

type Row = readonly (string | null)[];

/** A survey that is loaded into a schema of its own, as one machine does it: with a folder of copies. */
export class LoadedSurvey {
  readonly schema: string;
  readonly table: string;
  readonly #postgres: PostgresServer;
  readonly #version: ApiVersion;
  readonly #folder: string;
  #exports = 0;

  constructor(postgres: PostgresServer, version: ApiVersion, folder: string, schema: string, table = "answers") {
    this.#postgres = postgres;
    this.#version = version;
    this.#folder = folder;
    this.schema = schema;
    this.table = table;
  }

  get copies(): string {
    return join(this.#folder, "copies");
  }

  get copy() {
    return { space: "space", version: this.#version, surveyId: "S1" } as const;
  }

  async create(): Promise<void> {
    await this.#postgres.query(`CREATE SCHEMA "${this.schema}"`);
  }

  load(server: TestServer, options: Partial<LoadSurveyOptions> = {}): Promise<LoadResult> {
    return loadSurvey({
      ...{ surveyId: "S1", copy: this.copy, schema: this.schema, table: this.table },
      client: clientOf(server, this.#version),
      copies: copiesIn(this.copies),
      warehouse: direct,
      connection: "WAREHOUSE",
      environment: { WAREHOUSE: this.#postgres.connectionString },
      ...options,
    });
  }

  /** That the tables have what an export of all anew has, row for row, and nothing else. */
  async check(server: TestServer, form: Partial<TableForm> = {}): Promise<void> {
    for (const layout of ["wide", "long"] as const) {
      const { header, rows } = await this.#exported(server, { ...form, layout });
      const suffix = layout === "wide" ? "" : "_long";
      const found = await this.rows(`${this.table}${suffix}`, header);
      assert.deepEqual(sorted(found), sorted(rows), layout);
    }
  }

  /** The cells of some columns as text, a number with all of its digits. */
  async rows(table: string, columns: readonly string[]): Promise<Row[]> {
    const types = await this.types(table);
    const shown = columns.map((name) => {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      return types.get(name)?.startsWith("timestamp") === true
        ? `to_char(${quoted}, 'YYYY-MM-DD"T"HH24:MI:SS')`
        : `${quoted}::text`;
    });
    const rows = await this.#postgres.query(
      `SELECT json_build_array(${shown.join(", ")}) AS cells FROM "${this.schema}"."${table}"`,
    );
    return rows.map((it) => it["cells"] as Row);
  }

  async types(table: string): Promise<Map<string, string>> {
    const rows = await this.#postgres.query(
      "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2",
      [this.schema, table],
    );
    return new Map(rows.map((it) => [String(it["column_name"]), String(it["data_type"])]));
  }

  async #exported(server: TestServer, form: Partial<TableForm> & { readonly layout: TableLayout }) {
    const file = join(this.#folder, `${this.#exports++}.csv`);
    const client = clientOf(server, this.#version);
    const table = tableConversion({
      ...{ formats, client, file, kind: "responses", query: {}, format: "csv", toolVersion: "1" },
      form: { ...plainForm, ...form },
      translations: { locale: "en", strings: {} },
    });
    await exportResponses({ client, file, format: "csv", table });
    const [header = [], ...rows] = parse(await readFile(file, "utf8"), {
      cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
    }) as Row[];
    return { header: header.map(String), rows };
  }
}

function sorted(rows: readonly Row[]): string[] {
  return rows.map((it) => JSON.stringify(it)).sort();
}
