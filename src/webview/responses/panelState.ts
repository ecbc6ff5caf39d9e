import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesState, ResponsesTab, SavedResponses } from "../../messages/responses.ts";
import { cellModes, type CellMode, type Sort } from "../../model/responseView.ts";
import type { ApiVersion } from "../../model/survey.ts";
import type { ErrorActions } from "../shared/states.ts";
import type { PanelConnection, Request, Send } from "../shared/vscodeApi.ts";
import type { GridColumn } from "./cells.ts";
import { OptimisticValue } from "./optimisticValue.ts";

/** Width from which a grid of some columns, the filter and a response have room, in CSS pixels. */
const roomForBoth = 960;

/** Events of the panel's state, for the elements that show it. */
export type PanelEvent =
  /** `isSeen`: the change is visible outside the grid. */
  | { readonly kind: "changed"; readonly isSeen: boolean }
  /** Rows or the bars of the header have arrived. */
  | { readonly kind: "rows" }
  /** Figures of the summary have arrived. */
  | { readonly kind: "figures" }
  /** The rows have moved: the grid must scroll to the position in the view. */
  | { readonly kind: "moved" }
  /** Shown columns were moved or hidden, or others have come. */
  | {
      readonly kind: "rearranged";
      readonly before: readonly GridColumn[];
      readonly after: readonly GridColumn[];
    }
  | { readonly kind: "reveal"; readonly row: number; readonly column?: string }
  /** The summary must scroll to a question. */
  | { readonly kind: "question"; readonly key: string }
  /** Emitted before the opened part gets the focus. */
  | { readonly kind: "opened"; readonly what: Extract<FocusTarget, "columns" | "filter"> }
  | { readonly kind: "focus"; readonly on: FocusTarget };

/** "filterIfLost": only if the focused element has gone, as a chip's buttons do when it is removed. */
export type FocusTarget =
  "cell" | "columns" | "detail" | "filter" | "filterIfLost" | "find" | "questions";

export interface PanelSize {
  readonly width: number;
  /** Height below the header. */
  readonly body: number;
}

/** The state that the host sent, and the person's choices that concern all tabs. */
export class PanelState {
  state: ResponsesState | undefined;
  readonly tab = new OptimisticValue<ResponsesTab>("responses", Object.is);
  readonly mode = new OptimisticValue<CellMode>("labels", Object.is);
  readonly sort = new OptimisticValue<Sort | undefined>(
    undefined,
    (a, b) => a?.column === b?.column && a?.direction === b?.direction,
  );
  readonly send: Send<ResponsesRequests>;
  readonly request: Request<ResponsesRequests>;
  /** Measures the panel, in CSS pixels. */
  readonly measure: () => PanelSize;
  readonly errorActions: ErrorActions = {
    retry: () => this.send("refresh"),
    signIn: (to) => this.send(to),
  };
  readonly #listeners: ((event: PanelEvent) => void)[] = [];

  constructor(
    { send, request }: Pick<PanelConnection<ResponsesRequests, SavedResponses>, "send" | "request">,
    measure: () => PanelSize,
  ) {
    this.send = send;
    this.request = request;
    this.measure = measure;
  }

  get version(): ApiVersion {
    return this.state?.content?.source.apiVersion ?? "v3";
  }

  /** True if the grid would be too narrow with both the filter and a response beside it. */
  get hasRoomForOne(): boolean {
    return this.measure().width < roomForBoth;
  }

  /** Listeners stay for the lifetime of the panel. */
  subscribe(listener: (event: PanelEvent) => void): void {
    this.#listeners.push(listener);
  }

  emit(event: PanelEvent): void {
    for (const listener of this.#listeners) {
      listener(event);
    }
  }

  changed(isSeen = true): void {
    this.emit({ kind: "changed", isSeen });
  }

  focus(on: FocusTarget): void {
    this.emit({ kind: "focus", on });
  }

  readonly select = (tab: ResponsesTab): void => {
    if (tab !== this.tab.value) {
      this.tab.set(tab);
      this.send("tab", { tab });
      this.changed();
    }
  };

  setMode(mode: CellMode): void {
    this.mode.set(mode);
    this.send("cells", { cells: mode });
    this.changed();
  }

  nextMode(): void {
    const next = (cellModes.indexOf(this.mode.value) + 1) % cellModes.length;
    this.setMode(cellModes[next] ?? "labels");
  }

  setSort(sort: Sort | undefined): void {
    this.sort.set(sort);
    this.send("sort", { sort: sort ?? null });
    this.changed();
  }
}
