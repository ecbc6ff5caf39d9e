import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesState, ResponsesTab, SavedResponses } from "../../messages/responses.ts";
import { cellModes, type CellMode, type Sort } from "../../model/responseView.ts";
import type { ApiVersion } from "../../model/survey.ts";
import type { ErrorActions } from "../shared/states.ts";
import type { PanelHost, Request, Send } from "../shared/vscodeApi.ts";
import type { GridColumn } from "./cells.ts";
import { OptimisticValue } from "./optimisticValue.ts";

/** In CSS pixels: a grid of some columns, the filter and a response. */
const roomForBoth = 960;

/** What happened to the state, for those who show it. */
export type PanelEvent =
  /** `isSeen`: it shows outside of the grid. */
  | { readonly kind: "changed"; readonly isSeen: boolean }
  /** Rows came, or the bars of the header. */
  | { readonly kind: "rows" }
  /** Figures of the summary came. */
  | { readonly kind: "figures" }
  /** Rows stand elsewhere: the grid is to go where the view says. */
  | { readonly kind: "moved" }
  /** Columns that were shown stand elsewhere, or are not shown. */
  | {
      readonly kind: "rearranged";
      readonly before: readonly GridColumn[];
      readonly after: readonly GridColumn[];
    }
  | { readonly kind: "reveal"; readonly row: number; readonly column?: string }
  /** A question of the summary is to be gone to. */
  | { readonly kind: "question"; readonly key: string }
  /** It does not have the focus yet. */
  | { readonly kind: "opened"; readonly what: Extract<FocusTarget, "columns" | "filter"> }
  | { readonly kind: "focus"; readonly on: FocusTarget };

/** "filterIfLost": only where what had the focus is gone, as a chip's buttons go with it. */
export type FocusTarget =
  "cell" | "columns" | "detail" | "filter" | "filterIfLost" | "find" | "questions";

export interface PanelSize {
  readonly width: number;
  /** Height of what is below the header. */
  readonly body: number;
}

/** What the host said, and what a person chose that all tabs go by. */
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
  /** In CSS pixels. */
  readonly measure: () => PanelSize;
  readonly errorActions: ErrorActions = {
    retry: () => this.send("refresh"),
    signIn: (to) => this.send(to),
  };
  readonly #listeners: ((event: PanelEvent) => void)[] = [];

  constructor(
    { send, request }: Pick<PanelHost<ResponsesRequests, SavedResponses>, "send" | "request">,
    measure: () => PanelSize,
  ) {
    this.send = send;
    this.request = request;
    this.measure = measure;
  }

  get version(): ApiVersion {
    return this.state?.content?.source.apiVersion ?? "v3";
  }

  /** Whether the grid would be too narrow with the filter and a response beside it. */
  get hasRoomForOne(): boolean {
    return this.measure().width < roomForBoth;
  }

  /** For as long as there is a panel. */
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
