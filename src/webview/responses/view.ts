import { fieldsOf } from "../shared/vscodeApi.ts";
import { origin, type Selection } from "../shared/grid/selection.ts";

/** The view of the responses panel, as it is saved. */
export interface ResponsesView {
  /** Row position at the upper edge; its fraction is the part of the row that is out of sight. */
  readonly top: number;
  /** In CSS pixels. */
  readonly left: number;
  /** Ids of the rows at the upper edge and of the active cell, whose positions may change until the panel comes back. */
  readonly topId?: number | undefined;
  readonly activeId?: number | undefined;
  readonly selection: Selection;
  readonly detailOpen: boolean;
  readonly detailWidth: number;
  readonly filterWidth: number;
}

export const detailLimits = { minimum: 240, maximum: 720, initial: 360 };
export const filterLimits = { minimum: 240, maximum: 720, initial: 320 };

/** Decodes a saved view, which an older version may have written; replaces invalid values by defaults. */
export function decodeView(kept: unknown): ResponsesView {
  const it = fieldsOf(kept);
  const selection = fieldsOf(it["selection"]);
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
  const it = fieldsOf(value);
  return {
    row: numberOr(it["row"], origin.row),
    column: numberOr(it["column"], origin.column),
  };
}
