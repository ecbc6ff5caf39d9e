import type {
  ResponsesEvents,
  ResponsesRequests,
} from "../../../src/messages/requests/responses.ts";
import type {
  ResponseUrlsEvents,
  ResponseUrlsRequests,
} from "../../../src/messages/requests/responseUrls.ts";
import type {
  StructureEvents,
  StructureRequests,
} from "../../../src/messages/requests/structure.ts";
import type { CallMessage, EventMessage, Values } from "../../../src/rpc/messages.ts";

/* Messages of panels and hosts in the form that tests use: the name as `kind`, beside the fields. */

type Told<Events> = {
  readonly [K in keyof Events]: { readonly kind: K } & Events[K];
}[keyof Events];

type Asked<Requests> = {
  readonly [K in keyof Requests]: {
    readonly kind: K;
  } & (Values<Requests[K]> extends [infer Question] ? Question : object);
}[keyof Requests];

export type StructureMessage = Told<StructureEvents>;
export type StructureRequest = Asked<StructureRequests>;
export type ResponsesMessage = Told<ResponsesEvents>;
export type ResponsesRequest = Asked<ResponsesRequests>;
export type ResponseUrlsMessage = Told<ResponseUrlsEvents>;
export type ResponseUrlsRequest = Asked<ResponseUrlsRequests>;

export function eventOf({ kind, ...value }: { readonly kind: string }): EventMessage {
  return { event: kind, value };
}

/** Converts a request to the form that tests use. Pages that stand in for a panel post that form themselves. */
export function requestOf(message: unknown): unknown {
  if (!isCall(message)) {
    return message;
  }
  const [question] = message.values;
  return { kind: message.name, ...(question as object | undefined) };
}

export function isCall(message: unknown): message is CallMessage {
  return typeof message === "object" && message !== null && "values" in message;
}
