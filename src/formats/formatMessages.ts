import type { ConversionProgress } from "../export/conversion.ts";
import type { Fault } from "../model/fault.ts";
import type { FormatCalls } from "./calls.ts";

/* What the host and a worker of the formats send each other: a worker does one thing, and ends. */

export type FormatCall = {
  readonly [K in keyof FormatCalls]: {
    readonly name: K;
    readonly job: Parameters<FormatCalls[K]>[0];
  };
}[keyof FormatCalls];

/** Worker → host. Nothing follows a value or an error. */
export type FormatMessage =
  | { readonly progress: ConversionProgress }
  | { readonly value: unknown }
  | { readonly error: Fault };
