import type { SerialisedError } from "../model/serialisedError.ts";

/* Messages between two sides: a panel and its host, a thread and its worker. */

export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly values: readonly unknown[];
  /** True if the call's last value is a signal, which an AbortMessage aborts. */
  readonly isCancellable: boolean;
}

export interface AbortMessage {
  readonly abort: number;
}

export type AnswerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: SerialisedError };

export interface EventMessage {
  readonly event: string;
  readonly value: unknown;
}

/** Types of a call's parameters. */
export type Values<Call> = Call extends (...values: infer V) => unknown ? V : never;

/** Type of a call's result. */
export type Result<Call> = Call extends (...values: never) => infer R ? Awaited<R> : never;

/** The same calls, as promises for the other side. */
export type Remote<Calls> = {
  readonly [K in keyof Calls]: (...values: Values<Calls[K]>) => Promise<Result<Calls[K]>>;
};

/** Functions that answer the calls. */
export type Handlers<Calls> = {
  readonly [K in keyof Calls]: (
    ...values: Values<Calls[K]>
  ) => Result<Calls[K]> | Promise<Result<Calls[K]>>;
};

/** Functions that handle the events. */
export type Listeners<Events> = { readonly [K in keyof Events]: (value: Events[K]) => void };

/** Posts a message. The type of what can be transferred depends on the side; `never`: nothing can. */
export type Post<Transfer = never> = (message: object, transfer: readonly Transfer[]) => void;
