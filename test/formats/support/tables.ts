import { defaultTableForm, type TableForm } from "../../../src/model/tabular/tableForm.ts";
import type { TableColumn, TableValue } from "../../../src/model/tabular/tableColumn.ts";
import type { ByteSink, CreateWriter, WriterContext } from "../../../src/formats/writer.ts";
import { type TableFormat, tableKinds } from "../../../src/formats/kinds/formats.ts";
import { inEnglish } from "../../../src/model/localizable.ts";

export type Row = readonly TableValue[];

export function textColumn(name: string, more: Partial<TableColumn> = {}): TableColumn {
  const type = "text";
  return { name, label: "", type, decimals: 0, width: 10, measure: "nominal", labels: [], ...more };
}

export function numberColumn(name: string, more: Partial<TableColumn> = {}): TableColumn {
  return textColumn(name, { type: "number", measure: "scale", ...more });
}

export interface TableParts extends Partial<Omit<WriterContext, "form" | "table">> {
  readonly form?: Partial<TableForm> | undefined;
}

export function contextOf(
  columns: readonly TableColumn[],
  rows: number,
  { form, ...more }: TableParts = {},
): WriterContext {
  return {
    table: { columns, sets: [], renamed: [], unknownCodes: [], rows, responses: rows },
    form: { ...defaultTableForm, ...form },
    title: "A survey",
    createdAt: "2026-11-22T00:15:30.123Z",
    toolVersion: "1.2.3",
    codebook: [],
    ...more,
  };
}

export interface Written {
  readonly bytes: Buffer;
  readonly warnings: readonly string[];
}

export async function writerOf(format: TableFormat): Promise<CreateWriter> {
  return (await tableKinds[format].implementation()).createWriter;
}

/** Writes a whole file from rows in batches. */
export async function writeTable(
  create: CreateWriter,
  columns: readonly TableColumn[],
  rows: readonly Row[],
  { batch = 1000, ...parts }: TableParts & { readonly batch?: number } = {},
): Promise<Written> {
  const sink = new MemorySink();
  const writer = create(sink, contextOf(columns, rows.length, parts));
  for (let first = 0; first < rows.length; first += batch) {
    await writer.write(rows.slice(first, first + batch));
  }
  await writer.finish();
  return { bytes: Buffer.concat(sink.parts), warnings: writer.warnings.map(inEnglish) };
}

class MemorySink implements ByteSink {
  readonly parts: Uint8Array[] = [];

  async write(...parts: readonly Uint8Array[]): Promise<void> {
    // Copied, because a writer may reuse its buffer after this promise has resolved.
    this.parts.push(...parts.map((it) => Uint8Array.from(it)));
  }
}
