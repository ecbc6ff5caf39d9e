import type { CopiesInWorker } from "./copiesInWorker.ts";
import type { CopyDirectory } from "../copy/copyDirectory.ts";
import type { TableRegistry } from "./tableRegistry.ts";

export interface WorkerData {
  readonly folder: string;
  /** First number for tables and copies. Differs per worker, so numbers from an earlier worker are not valid here. */
  readonly firstNumber: number;
}

/** Calls on tables, and on the folder of their copies: those that are open become empty if they are removed. */
export type TableCalls = Omit<TableRegistry, "copies" | "closeAll"> &
  Pick<CopyDirectory, "size" | "limit" | "removeClosed" | "clear">;

/** Calls that the worker answers: on tables, and on the copies beneath them. */
export type WorkerCalls = TableCalls & {
  readonly [K in keyof CopiesInWorker as `copies.${K}`]: CopiesInWorker[K];
};
