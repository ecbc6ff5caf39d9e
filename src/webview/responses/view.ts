import { isRecord } from "../shared/vscodeApi.ts";
import { origin, type Selection } from "../shared/grid/selection.ts";

/** What the responses panel remembers of how it was looked at. */
export interface ResponsesView {
  /** Row position at the upper edge, with a fraction where a row is cut. */
  readonly top: number;
  /** CSS pixels. */
  readonly left: number;
  /** Rows by their ids, as they may stand elsewhere when the panel comes back. */
  readonly topId?: number | undefined;
  readonly activeId?: number | undefined;
  readonly selection: Selection;
  readonly detailOpen: boolean;
  readonly detailWidth: number;
  readonly filterWidth: number;
}

export const detailLimits = { minimum: 240, maximum: 720, initial: 360 };
export const filterLimits = { minimum: 240, maximum: 720, initial: 320 };

/** Reads what was kept, perhaps by an older version: what is not as expected is as at first. */
export function decodeView(kept: unknown): ResponsesView {
  const it = isRecord(kept) ? kept : {};
  const selection = isRecord(it["selection"]) ? it["selection"] : {};
  return {
    top: numberOr(it["top"], 0),
    left: numberOr(it["left"], 0),
    topId: numberOr(it["topId"], undefined),
    activeId: numberOr(it["activeId"], undefined),
    selection: {
      active: position(selection["active"]),
      anchor: position(selection["anchor"]),
    },
    detailOpen: it["detailOpen"] === true,
    detailWidth: numberOr(it["detailWidth"], detailLimits.initial),
    filterWidth: numberOr(it["filterWidth"], filterLimits.initial),
  };
}

function numberOr<T>(value: unknown, fallback: T): number | T {
  return typeof value === "number" && Number.isFinite(value) ? value : fallback;
}

function position(value: unknown): Selection["active"] {
  const it = isRecord(value) ? value : {};
  return {
    row: numberOr(it["row"], origin.row),
    column: numberOr(it["column"], origin.column),
  };
}
