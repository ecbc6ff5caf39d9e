import { durationText, percentText } from "../../../model/numberText.ts";
import { percentOf } from "../../../charts/question.ts";
import { formatNumber, t, words } from "../../shared/l10n.ts";

export function partText(part: number, whole: number): string {
  return percentText(percentOf(part, whole) ?? 0, words);
}

export function durationWords(seconds: number): string {
  return durationText(seconds, words);
}

/** Formats the share that has been read; at most 99%, as reading goes on. */
export function shareText(share: number): string {
  return t("{0}%", formatNumber(Math.min(99, Math.floor(share * 100))));
}
