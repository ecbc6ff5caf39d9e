import { t } from "../../shared/l10n.ts";

const second = 1;
const minute = 60;
const hour = 3600;
const units: readonly (readonly [RegExp, number])[] = [
  [/^(s|sec|secs|seconds?|초)$/, second],
  [/^(m|min|mins|minutes?|분)$/, minute],
  [/^(h|hr|hrs|hours?|시간)$/, hour],
];

/**
 * Parses a duration into seconds: "1:30" (minutes, seconds), "1:00:00", "90 s", "5 min", "1.5 h"; a number alone is in
 * minutes. Returns `undefined` for anything else.
 */
export function secondsOfText(text: string): number | undefined {
  const parts = /^(?:(\d+):)?(\d+):(\d{2})$/.exec(text.trim());
  if (parts) {
    const [hours = 0, minutes = 0, seconds = 0] = parts
      .slice(1)
      .map((it: string | undefined) => Number(it ?? 0));
    const isClock = seconds < 60 && (parts[1] === undefined || minutes < 60);
    return isClock ? hours * hour + minutes * minute + seconds : undefined;
  }
  const [, number, unit] = /^(\d+(?:[.,]\d+)?)\s*(\p{L}*)\.?$/u.exec(text.trim()) ?? [];
  if (number === undefined || unit === undefined) {
    return undefined;
  }
  const size = unit === "" ? minute : units.find(([name]) => name.test(unit.toLowerCase()))?.[1];
  return size === undefined ? undefined : Math.round(Number(number.replace(",", ".")) * size);
}

/** Formats a duration as minutes and seconds, with hours if needed, so that `secondsOfText` can parse it. */
export function durationText(seconds: number): string {
  const sign = seconds < 0 ? "-" : "";
  const whole = Math.abs(Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / hour), Math.floor((whole % hour) / minute)];
  const tail = two(whole % minute);
  return hours > 0 ? `${sign}${hours}:${two(minutes)}:${tail}` : `${sign}${minutes}:${tail}`;
}

export function durationHint(): string {
  return t("Minutes and seconds (1:30), or with a unit (90 s, 5 min, 1 h)");
}
