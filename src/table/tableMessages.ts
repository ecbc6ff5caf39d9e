import type { CopiesInWorker } from "./copiesInWorker.ts";
import type { TableCalls } from "./tables.ts";

export interface WorkerData {
  readonly folder: string;
  /** First number for tables and copies. Differs per worker, so numbers from an earlier worker are not valid here. */
  readonly firstNumber: number;
}

/** Calls that the worker answers: on tables, and on the copies beneath them. */
export type WorkerCalls = TableCalls & {
  readonly [K in keyof CopiesInWorker as `copies.${K}`]: CopiesInWorker[K];
};
