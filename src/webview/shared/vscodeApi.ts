import type { PanelSubject, SavedPanel } from "../../messages/panel.ts";
import type { Listeners, Result, Values } from "../../rpc/messages.ts";
import { RpcClient } from "../../rpc/rpcClient.ts";
import { returnFocus } from "./focus.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

const keepInterval = 200;
/** Upper limit of the calls that a panel makes in a millisecond. */
const callsAMillisecond = 1000;

declare function acquireVsCodeApi(): VsCodeApi;

/** Sends a request without waiting for its answer: the panel state shows the effect, or the host tells the person. */
export type Send<Requests> = <K extends keyof Requests & string>(
  name: K,
  ...values: Values<Requests[K]>
) => void;

/** Rejects with a SurveyError whose message is for people; with "cancelled" if the subject of the request is gone. */
export type Request<Requests> = <K extends keyof Requests & string>(
  name: K,
  ...values: Values<Requests[K]>
) => Promise<Result<Requests[K]>>;

/** The connection of a panel to the extension, and to the state that the panel kept before a reload. */
export interface PanelConnection<Requests, Saved extends SavedPanel = SavedPanel> {
  readonly send: Send<Requests>;
  readonly request: Request<Requests>;
  /** View that the panel kept for this subject. Its shape is unknown, as an older version may have written it. */
  savedView(subject: PanelSubject): unknown;
  saveState(saved: Saved): void;
}

/** Acquires VS Code's API, which is available only once, passes on the host's events, and reports ready. */
export function connect<Requests extends { ready(): void }, Events>(
  start: (host: PanelConnection<Requests>) => Listeners<Events>,
): void {
  const api = acquireVsCodeApi();
  const request: Request<Requests> = (name, ...values) => client.call(name, values);
  const send: Send<Requests> = (name, ...values) => {
    // The host has already told and logged what failed.
    client.call(name, values).catch(() => undefined);
  };
  const listeners = start({
    send,
    request,
    savedView: (subject) => {
      const { subject: kept, view } = fieldsOf(api.getState());
      return isSubject(kept, subject) ? view : undefined;
    },
    saveState: keeper(api),
  });
  const client = new RpcClient<Requests, Events>(
    (message) => api.postMessage(message),
    listeners,
    // A hidden panel is recreated, and answers to calls of its predecessor may still arrive: ids must not repeat.
    Date.now() * callsAMillisecond,
  );
  window.addEventListener("message", (event: MessageEvent<unknown>) => client.receive(event.data));
  returnFocus();
  (send as Send<{ ready(): void }>)("ready");
}

/** Debounces writes: keeps the last of states in quick succession, such as positions while scrolling. */
function keeper(api: VsCodeApi): (saved: SavedPanel) => void {
  let pending: SavedPanel | undefined;
  let timer: number | undefined;
  const flush = (): void => {
    window.clearTimeout(timer);
    timer = undefined;
    if (pending) {
      api.setState(pending);
      pending = undefined;
    }
  };
  window.addEventListener("pagehide", flush);
  return (saved) => {
    pending = saved;
    timer ??= window.setTimeout(flush, keepInterval);
  };
}

function isSubject(kept: unknown, subject: PanelSubject): boolean {
  const { dataSpace, surveyId, collectGroupId } = fieldsOf(kept);
  return (
    dataSpace === subject.dataSpace &&
    surveyId === subject.surveyId &&
    collectGroupId === subject.collectGroupId
  );
}

/** Returns the fields of something that was saved; none if it is no object. */
export function fieldsOf(kept: unknown): Record<string, unknown> {
  return isRecord(kept) ? kept : {};
}

export function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null;
}
