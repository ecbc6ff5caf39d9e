import type { PanelSubject, SavedPanel } from "../../messages/panel.ts";
import type { Listeners, Result, Values } from "../../rpc/messages.ts";
import { RpcClient } from "../../rpc/rpcClient.ts";
import { returnFocus } from "./focusReturn.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

const keepInterval = 200;
/** More calls than a panel makes in a millisecond. */
const callsAMillisecond = 1000;

declare function acquireVsCodeApi(): VsCodeApi;

/** Sends what needs no answer: the state says what becomes of it, or the host tells the person. */
export type Send<Requests> = <K extends keyof Requests & string>(
  name: K,
  ...values: Values<Requests[K]>
) => void;

/** Rejects with a SurveyError whose message is for people; with "cancelled" where what was asked for is gone. */
export type Request<Requests> = <K extends keyof Requests & string>(
  name: K,
  ...values: Values<Requests[K]>
) => Promise<Result<Requests[K]>>;

/** The way from a panel to the extension, and to what the panel left behind before a reload. */
export interface PanelHost<Requests, Saved extends SavedPanel = SavedPanel> {
  readonly send: Send<Requests>;
  readonly request: Request<Requests>;
  /** What the panel kept for this subject; of unknown shape, as an older version may have written it. */
  keptView(subject: PanelSubject): unknown;
  keep(saved: Saved): void;
}

/** Takes the API, which VS Code hands out once, passes on what the host tells, and reports ready. */
export function connect<Requests extends { ready(): void }, Events>(
  start: (host: PanelHost<Requests>) => Listeners<Events>,
): void {
  const api = acquireVsCodeApi();
  const request: Request<Requests> = (name, ...values) => client.call(name, values);
  const send: Send<Requests> = (name, ...values) => {
    // The host has told, and logged, what failed.
    client.call(name, values).catch(() => undefined);
  };
  const listeners = start({
    send,
    request,
    keptView: (subject) => {
      const kept = api.getState();
      return isSaved(kept) && sameSubject(kept.subject, subject) ? kept.view : undefined;
    },
    keep: keeper(api),
  });
  const client = new RpcClient<Requests, Events>(
    (message) => api.postMessage(message),
    listeners,
    // A panel that was hidden is made anew: what the one before had asked is still answered.
    Date.now() * callsAMillisecond,
  );
  window.addEventListener("message", (event: MessageEvent<unknown>) => client.receive(event.data));
  returnFocus();
  (send as Send<{ ready(): void }>)("ready");
}

/** Keeps the last of what comes in quick succession, such as positions while scrolling. */
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

function isSaved(data: unknown): data is SavedPanel {
  if (!isRecord(data) || !isRecord(data["subject"])) {
    return false;
  }
  const { dataSpace, surveyId, collectGroupId } = data["subject"];
  return (
    typeof dataSpace === "string" &&
    typeof surveyId === "string" &&
    (collectGroupId === undefined || typeof collectGroupId === "string")
  );
}

function sameSubject(a: PanelSubject, b: PanelSubject): boolean {
  return (
    a.dataSpace === b.dataSpace &&
    a.surveyId === b.surveyId &&
    a.collectGroupId === b.collectGroupId
  );
}

export function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null;
}
