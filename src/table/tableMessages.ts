import type { Fault } from "../model/fault.ts";
import type { TableCalls } from "./tables.ts";

/* What the host and the worker of the tables send each other. */

export interface WorkerData {
  readonly folder: string;
  /** Tables that another worker had opened have other numbers. */
  readonly firstTable: number;
}

export type CallName = keyof TableCalls;

/** Host → worker. "end": it is to close everything, and to end. */
export type TableRequest = "end" | TableCall;

export interface TableCall {
  readonly id: number;
  readonly name: CallName;
  readonly values: readonly unknown[];
}

/** Worker → host. */
export type TableAnswer =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: Fault };
