import type { CodebookRow } from "../model/tabular/codebook.ts";
import type { TableDescription, TableValue } from "../model/tabular/tableColumn.ts";
import type { TableForm } from "../model/tabular/tableForm.ts";
import type { LocalizableText } from "../model/localizable.ts";

/** Takes bytes in order. Resolves when more may come. */
export interface ByteSink {
  write(...parts: readonly Uint8Array[]): Promise<void>;
}

/** What a writer is told before the first row. */
export interface WriterContext {
  readonly table: TableDescription;
  readonly form: TableForm;
  /** The survey's title, plain text. */
  readonly title: string;
  /** ISO 8601, UTC: the only time that a file may carry, and one of its responses, so that the same rows are the same bytes. */
  readonly createdAt: string;
  readonly toolVersion: string;
  readonly codebook: readonly CodebookRow[];
}

/** Writes the rows of one file to a sink. Memory does not depend on how many there are. */
export interface TableWriter {
  /** Rows have a value for each column of the table. Not to be called again before it has resolved. */
  write(rows: readonly (readonly TableValue[])[]): Promise<void>;
  /** Writes what stands behind the rows. */
  finish(): Promise<void>;
  /** Sentences for a person: what the format could not take as it was, with what became of it. */
  readonly warnings: readonly LocalizableText[];
}

/**
 * Begins a file.
 * @throws SurveyError "invalid-input" that says what the format cannot hold, where it stands, and which format can
 */
export type CreateWriter = (sink: ByteSink, context: WriterContext) => TableWriter;
