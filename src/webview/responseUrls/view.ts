import type { UrlCell, UrlRow } from "../../model/urlTable.ts";
import { fieldsOf, isRecord } from "../shared/vscodeApi.ts";
import type { KeptDraft } from "./draft.ts";

/** The saved state of the response URL panel, with the rows, which are a person's work and stored nowhere else. */
export interface UrlsView {
  readonly draft: KeptDraft;
  /** Number of the latest preview, and true while its URLs have not arrived. */
  readonly run: number;
  readonly isAwaiting: boolean;
  readonly detailOpen: boolean;
  readonly detailWidth: number;
}

export const detailLimits = { minimum: 240, maximum: 640, initial: 320 };

/** Decodes a saved view, which an older version may have written; replaces invalid values by defaults. */
export function decodeView(kept: unknown): UrlsView {
  const it = fieldsOf(kept);
  const { run, detailWidth } = it;
  return {
    draft: draftOf(it["draft"]),
    run: typeof run === "number" ? run : 0,
    isAwaiting: it["isAwaiting"] === true,
    detailOpen: it["detailOpen"] === true,
    detailWidth: typeof detailWidth === "number" ? detailWidth : detailLimits.initial,
  };
}

function draftOf(kept: unknown): KeptDraft {
  const { columns, rows } = fieldsOf(kept);
  const isWhole =
    isListOf(columns, (it) => typeof it === "string") &&
    isListOf(rows, (it) => isKeptRow(it, columns.length)) &&
    rows.length > 0;
  return isWhole ? { columns, rows } : { columns: [], rows: [[[], null]] };
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isKeptRow(value: unknown, width: number): value is readonly [UrlRow, string | null] {
  if (!isListOf(value, (it): it is unknown => it !== undefined)) {
    return false;
  }
  const [row, url] = value;
  return isListOf(row, isCell) && row.length === width && (url === null || typeof url === "string");
}

function isCell(value: unknown): value is UrlCell {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    (isRecord(value) && typeof value["json"] === "string")
  );
}
