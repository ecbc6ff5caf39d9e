import type { PanelSubject, SavedPanel } from "../../messages/panel.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

const keepInterval = 200;

declare function acquireVsCodeApi(): VsCodeApi;

/** The way from a panel to the extension, and to what the panel left behind before a reload. */
export interface PanelHost<Request, Saved extends SavedPanel = SavedPanel> {
  readonly send: (request: Request) => void;
  /** What the panel kept for this subject; of unknown shape, as an older version may have written it. */
  keptView(subject: PanelSubject): unknown;
  keep(saved: Saved): void;
}

/** Takes the API, which VS Code hands out once, passes each state on, and reports ready. */
export function connect<State, Request>(
  isState: (message: unknown) => message is State,
  start: (host: PanelHost<Request | { kind: "ready" }>) => (state: State) => void,
): void {
  const api = acquireVsCodeApi();
  const show = start({
    send: (request) => {
      api.postMessage(request);
    },
    keptView: (subject) => {
      const kept = api.getState();
      return isSaved(kept) && sameSubject(kept.subject, subject) ? kept.view : undefined;
    },
    keep: keeper(api),
  });
  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (isState(event.data)) {
      show(event.data);
    }
  });
  api.postMessage({ kind: "ready" });
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
