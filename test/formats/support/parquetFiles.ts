import { spawnSync } from "node:child_process";
import { DuckDBInstance, type DuckDBConnection, type JS } from "@duckdb/node-api";
import { defaultTableForm } from "../../../src/model/tabular/tableForm.ts";
import type { TableColumn, TableValue } from "../../../src/model/tabular/tableColumn.ts";
import type { ByteSink, WriterContext } from "../../../src/formats/writer.ts";
import { parquetWriter } from "../../../src/formats/writers/parquet.ts";
import { inEnglish } from "../../../src/model/localizable.ts";
import { needsPython } from "../../support/witnesses.ts";

/** Returns a column of answers. Default: short texts. */
export function columnOf(name: string, rest: Partial<TableColumn> = {}): TableColumn {
  return {
    name,
    origin: { kind: "variable", name, part: "value" },
    label: `What is ${name}?`,
    type: "text",
    decimals: 0,
    width: 20,
    measure: "nominal",
    labels: [],
    ...rest,
  };
}

export function contextOf(columns: readonly TableColumn[], rows = 0): WriterContext {
  return {
    table: { columns, sets: [], renamed: [], unknownCodes: [], rows, responses: rows },
    form: defaultTableForm,
    title: "커피 설문",
    createdAt: "2026-11-22T00:00:00.000Z",
    toolVersion: "1.2.3",
    codebook: [],
  };
}

/** Keeps in memory what is written. */
export class MemorySink implements ByteSink {
  readonly parts: Uint8Array[] = [];

  write(...parts: readonly Uint8Array[]): Promise<void> {
    this.parts.push(...parts);
    return Promise.resolve();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/** Writes a whole file. @returns its bytes and the warnings of the writer */
export async function parquetOf(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableValue[])[],
  { context = contextOf(columns, rows.length), batch = 500 } = {},
): Promise<{ bytes: Buffer; warnings: readonly string[] }> {
  const sink = new MemorySink();
  const writer = parquetWriter(sink, context);
  for (let start = 0; start < rows.length; start += batch) {
    await writer.write(rows.slice(start, start + batch));
  }
  await writer.finish();
  return { bytes: sink.bytes, warnings: writer.warnings.map(inEnglish) };
}

/** DuckDB, an independent reader of Parquet. */
export class Duck {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async start(): Promise<Duck> {
    const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
    return new Duck(instance, await instance.connect());
  }

  async rows(sql: string): Promise<JS[][]> {
    return (await this.#connection.runAndReadAll(sql)).getRowsJS();
  }

  /** Returns the column names and types of a query. */
  async types(sql: string): Promise<Record<string, string>> {
    const result = await this.#connection.runAndReadAll(sql);
    const types = result.columnTypes().map(String);
    return Object.fromEntries(
      result.columnNames().map((name, index) => [name, types[index] ?? ""]),
    );
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** Quotes a text as a literal in SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns the JSON that a Python program prints. Skips the test if Python or a package is missing. */
export function python(
  test: Mocha.Context,
  imports: readonly string[],
  code: string,
  ...args: readonly string[]
): unknown {
  needsPython(test, ...imports);
  // Arrow's threads sometimes abort a process that ends in the regular way, after its work is done.
  const end = "sys.stdout.flush()\nos._exit(0)";
  const program = `import json, os, sys, ${imports.join(", ")}\n${code}\n${end}`;
  const ran = spawnSync("python3", ["-c", program, ...args], { encoding: "utf8" });
  if (ran.status !== 0) {
    throw new Error(ran.stderr);
  }
  return JSON.parse(ran.stdout);
}
