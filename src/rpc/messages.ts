import type { Fault } from "../model/fault.ts";

/* What two sides post each other: a panel and its host, a thread and its worker. */

export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly values: readonly unknown[];
  /** The call has a signal as its last value, which an AbortMessage aborts. */
  readonly isCancellable: boolean;
}

export interface AbortMessage {
  readonly abort: number;
}

export type AnswerMessage =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: Fault };

export interface EventMessage {
  readonly event: string;
  readonly value: unknown;
}

/** The values of a call. */
export type Values<Call> = Call extends (...values: infer V) => unknown ? V : never;

/** What a call comes to. */
export type Result<Call> = Call extends (...values: never) => infer R ? Awaited<R> : never;

/** The same calls as promises, from the other side. */
export type Remote<Calls> = {
  readonly [K in keyof Calls]: (...values: Values<Calls[K]>) => Promise<Result<Calls[K]>>;
};

/** What answers each call. */
export type Handlers<Calls> = {
  readonly [K in keyof Calls]: (
    ...values: Values<Calls[K]>
  ) => Result<Calls[K]> | Promise<Result<Calls[K]>>;
};

/** What is done at each event. */
export type Listeners<Events> = { readonly [K in keyof Events]: (value: Events[K]) => void };

/** What is to be transferred differs from one side to another; what cannot transfer says `never`. */
export type Post<Transfer = never> = (message: object, transfer: readonly Transfer[]) => void;
