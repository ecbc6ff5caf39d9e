import type { CodebookRow } from "../model/tabular/codebook.ts";
import type { TableDescription, TableValue } from "../model/tabular/tableColumn.ts";
import type { TableForm } from "../model/tabular/tableForm.ts";
import type { LocalizableText } from "../model/localizable.ts";

/** Takes bytes in order. `write` resolves when more may come. */
export interface ByteSink {
  write(...parts: readonly Uint8Array[]): Promise<void>;
}

/** What a writer needs to know before the first row. */
export interface WriterContext {
  readonly table: TableDescription;
  readonly form: TableForm;
  /** The survey's title, plain text. */
  readonly title: string;
  /**
   * The only time that a file may contain: ISO 8601, UTC. It is one of its responses, so that the same rows give the same
   * bytes.
   */
  readonly createdAt: string;
  readonly toolVersion: string;
  readonly codebook: readonly CodebookRow[];
}

/** Writes the rows of one file to a sink. Memory does not depend on the number of rows. */
export interface TableWriter {
  /** Writes rows that have a value for each column of the table. Must not be called again before it has resolved. */
  write(rows: readonly (readonly TableValue[])[]): Promise<void>;
  /** Writes what follows the rows. */
  finish(): Promise<void>;
  /** Sentences for a person: what the format could not hold unchanged, and what was done with it. */
  readonly warnings: readonly LocalizableText[];
}

/**
 * Begins a file.
 * @throws SurveyError "invalid-input" that says what the format cannot hold, where that is, and which format can hold it
 */
export type CreateWriter = (sink: ByteSink, context: WriterContext) => TableWriter;
