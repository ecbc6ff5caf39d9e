import type { CopiesInWorker } from "./copiesInWorker.ts";
import type { TableCalls } from "./tables.ts";

export interface WorkerData {
  readonly folder: string;
  /** What another worker had opened has other numbers. */
  readonly firstNumber: number;
}

/** What the worker does: with tables, and with the copies beneath them. */
export type WorkerCalls = TableCalls & {
  readonly [K in keyof CopiesInWorker as `copies.${K}`]: CopiesInWorker[K];
};
