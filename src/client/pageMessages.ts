import type { SerialisedError } from "../model/serialisedError.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { ItemKind, PageBytesQuery } from "./queries.ts";

/* Messages between a worker that reads pages and the host that requests them. */

export interface PageRequestMessage {
  readonly type: "request";
  readonly id: number;
  readonly kind: ItemKind;
  readonly surveyId: string;
  readonly query: Omit<PageBytesQuery, "signal" | "attempts">;
}

/** Worker → host. The worker answers each body with "accepted", "notJson" or "rejected". */
export type WorkerMessage =
  | PageRequestMessage
  | { readonly type: "abort"; readonly id: number }
  | { readonly type: "accepted"; readonly id: number }
  | { readonly type: "notJson"; readonly id: number; readonly text: LocalizableText }
  | { readonly type: "rejected"; readonly id: number; readonly fault: SerialisedError }
  | { readonly type: "release"; readonly memory: ArrayBuffer };

/** Host → worker. A request may get several bodies, if one was cut off. */
export type HostMessage =
  | { readonly type: "bytes"; readonly id: number; readonly body: Uint8Array<ArrayBuffer> }
  | {
      readonly type: "retry";
      readonly id: number;
      readonly fault: SerialisedError;
      readonly milliseconds: number;
    }
  | { readonly type: "failed"; readonly id: number; readonly fault: SerialisedError };
