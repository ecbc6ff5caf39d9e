import { isRecord } from "../shared/vscodeApi.ts";
import { origin, type Selection } from "../shared/grid/selection.ts";

/** What the responses panel remembers of how it was looked at. */
export interface ResponsesView {
  readonly scrollTop: number;
  readonly scrollLeft: number;
  /** Widths that a person chose, by column key. */
  readonly widths: Readonly<Record<string, number>>;
  readonly selection: Selection;
  readonly detailOpen: boolean;
  readonly detailWidth: number;
}

export const detailLimits = { minimum: 240, maximum: 720, initial: 360 };

/** Reads what was kept, perhaps by an older version: what is not as expected is as at first. */
export function decodeView(kept: unknown): ResponsesView {
  const it = isRecord(kept) ? kept : {};
  const selection = isRecord(it["selection"]) ? it["selection"] : {};
  return {
    scrollTop: numberOr(it["scrollTop"], 0),
    scrollLeft: numberOr(it["scrollLeft"], 0),
    widths: isRecord(it["widths"])
      ? Object.fromEntries(Object.entries(it["widths"]).filter(isWidth))
      : {},
    selection: {
      active: position(selection["active"]),
      anchor: position(selection["anchor"]),
    },
    detailOpen: it["detailOpen"] === true,
    detailWidth: numberOr(it["detailWidth"], detailLimits.initial),
  };
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : fallback;
}

function isWidth(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === "number";
}

function position(value: unknown): Selection["active"] {
  const it = isRecord(value) ? value : {};
  return {
    row: numberOr(it["row"], origin.row),
    column: numberOr(it["column"], origin.column),
  };
}
