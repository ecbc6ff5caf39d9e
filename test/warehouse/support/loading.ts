import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { createFormats } from "../../../src/formats/formatsClient.ts";
import { tableConversion } from "../../../src/formats/tableConversion.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import {
  defaultTableForm,
  type TableForm,
  type TableLayout,
} from "../../../src/model/tabular/tableForm.ts";
import type { Warehouse } from "../../../src/warehouse/calls.ts";
import { loadItems } from "../../../src/warehouse/loadItems.ts";
import {
  loadSurvey,
  type LoadResult,
  type LoadSurveyOptions,
} from "../../../src/warehouse/loadSurvey.ts";
import { clientOf } from "../../client/support/clients.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import type { LiveItem } from "../../export/support/liveServer.ts";
import { copiesIn, exportResponses } from "../../export/support/exporting.ts";
import { submitted } from "./liveSurvey.ts";
import type { PostgresServer } from "./postgres.ts";
import { programs } from "../../support/programs.ts";

/** Loads in this thread. */
export const inThisThread: Warehouse = {
  load: (job, { onProgress }) => loadItems(job, onProgress),
};

const formats = createFormats(programs.formats);

type Row = readonly (string | null)[];

/** A survey that is loaded into a schema of its own, as by one machine: with a folder of copies. */
export class LoadedSurvey {
  readonly schema: string;
  readonly table: string;
  readonly #postgres: PostgresServer;
  readonly #version: ApiVersion;
  readonly #folder: string;
  #exports = 0;

  constructor(
    postgres: PostgresServer,
    version: ApiVersion,
    folder: string,
    schema: string,
    table = "answers",
  ) {
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
      warehouse: inThisThread,
      connection: "WAREHOUSE",
      environment: { WAREHOUSE: this.#postgres.connectionString },
      ...options,
    });
  }

  /** Asserts that the tables have exactly the rows of an export of everything. */
  async check(server: TestServer, form: Partial<TableForm> = {}): Promise<void> {
    for (const layout of ["wide", "long"] as const) {
      const { header, rows } = await this.#exported(server, { ...form, layout });
      const suffix = layout === "wide" ? "" : "_long";
      const found = await this.rows(`${this.table}${suffix}`, header);
      assert.deepEqual(sorted(found), sorted(rows), layout);
    }
  }

  /** Asserts that the tables agree with the stored state, and have only whole responses. */
  async checkConsistent(): Promise<void> {
    const at = (name: string) => `"${this.schema}".${name}`;
    const [row] = await this.#postgres.query(
      `SELECT (SELECT count(*) FROM ${at("answers")}) = (SELECT sum(responses) FROM ${at("survey_explorer_ranges")}) AS wide, NOT EXISTS (SELECT 1 FROM ${at("answers_long")} WHERE ("_range", "_item") NOT IN (SELECT "_range", "_item" FROM ${at("answers")})) AS long`,
    );
    assert.deepEqual(row, { wide: true, long: true });
  }

  /** Returns the cells of some columns as text; numbers have all of their digits. */
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

  /** Returns the id of the current transaction, which increases with each transaction. */
  async transactionId(): Promise<number> {
    const [row] = await this.#postgres.query(
      `SELECT txid_current()::text AS now FROM "${this.schema}".survey_explorer_loads`,
    );
    return Number(row?.["now"]);
  }

  /** Returns the number of ranges written since a revision; a range written several times counts once. */
  async rangesWritten(since: number): Promise<number> {
    const rows = await this.#postgres.query(
      `SELECT 1 FROM "${this.schema}".survey_explorer_ranges WHERE xmin::text::bigint >= $1`,
      [since],
    );
    return rows.length;
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
      form: { ...defaultTableForm, ...form },
      translations: { locale: "en", strings: {} },
    });
    await exportResponses({ client, file, format: "csv", table });
    const [header = [], ...rows] = parse(await readFile(file, "utf8"), {
      cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
    }) as Row[];
    return { header: header.map(String), rows };
  }
}

/** Returns responses to all kinds of questions. @param first the number of the first */
export function someResponses(version: ApiVersion, count: number, first = 0): LiveItem[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return submitted(version, {
      number,
      answers: {
        Q1: [String(1 + (number % 2))],
        ...(number % 3 === 0 ? {} : { Q2: number % 5 === 0 ? ["1", "3"] : ["2"] }),
        ...(number % 4 === 0 ? { Q3: [`text ${number % 7}`] } : {}),
        ...(number % 6 === 0 ? { Q4: [`${number / 4}`] } : {}),
      },
      embedded: number % 9 === 0 ? { source: "mail" } : {},
    });
  });
}

function sorted(rows: readonly Row[]): string[] {
  return rows.map((it) => JSON.stringify(it)).sort();
}
