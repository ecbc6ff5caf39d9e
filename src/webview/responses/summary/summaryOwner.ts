import type { PanelError } from "../../../messages/panel.ts";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import type { SummaryView } from "../../../messages/summary.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { ErrorActions } from "../../shared/states.ts";
import type { Send } from "../../shared/vscodeApi.ts";
import type { GridColumn } from "../cells.ts";
import type { Figures } from "./figures.ts";

/** What the tab's elements know of, and can ask for. */
export interface SummaryOwner {
  readonly allColumns: readonly GridColumn[];
  /** Those that are summed up: questions and embedded data. */
  readonly columns: readonly GridColumn[];
  column(key: string): GridColumn | undefined;
  readonly current: Figures;
  /** Absent where nothing is compared. */
  readonly compared: Figures | undefined;
  /** Why there are no figures of what is wanted. */
  readonly error: PanelError | undefined;
  readonly errorActions: ErrorActions;
  readonly look: (change: Partial<SummaryView>) => void;
  readonly filter: (filter: ResponseFilter) => void;
  readonly splitBy: (key: string | undefined) => void;
  readonly compareWith: (filter: ResponseFilter | undefined) => void;
  readonly showStatistics: (key: string, isShown: boolean) => void;
  readonly showInGrid: (key: string) => void;
  readonly send: Send<ResponsesRequests>;
  readonly filterName: (filter: ResponseFilter) => string;
  whenAll(act: () => void): void;
  readonly sightChanged: () => void;
}
