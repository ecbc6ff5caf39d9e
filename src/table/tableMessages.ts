import type { Fault } from "../model/fault.ts";
import type { CopiesInWorker } from "./copiesInWorker.ts";
import type { TableCalls } from "./tables.ts";

/* What the host and the worker of the tables send each other. */

export interface WorkerData {
  readonly folder: string;
  /** What another worker had opened has other numbers. */
  readonly firstNumber: number;
}

/** What the worker does: with tables, and with the copies beneath them. */
export interface WorkerCalls {
  readonly tables: TableCalls;
  readonly copies: CopiesInWorker;
}

export type Part = keyof WorkerCalls;
export type CallName<P extends Part> = keyof WorkerCalls[P];

/** Host → worker. "end": it is to close everything, and to end. */
export type WorkerRequest = "end" | WorkerCall | { readonly abort: number };

export type WorkerCall = {
  readonly [P in Part]: {
    readonly id: number;
    readonly part: P;
    readonly name: CallName<P>;
    readonly values: readonly unknown[];
    /** The call has a signal as its last value, which "abort" aborts. */
    readonly isCancellable: boolean;
  };
}[Part];

/** Worker → host. */
export type WorkerAnswer =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: Fault };
