import type { Words } from "./words.ts";

/*
 * Numbers as people read them, in their locale. Formatters are kept, as making one takes longer than hundreds of uses.
 */

const formatters = new Map<string, Intl.NumberFormat>();

function formatted(value: number, { locale }: Words, options: Intl.NumberFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, options);
    formatters.set(key, formatter);
  }
  return formatter.format(value);
}

/** A number of responses, or a sum of weights: those have at most two decimals, large ones at most one. */
export function countText(count: number, words: Words): string {
  return formatted(count, words, { maximumFractionDigits: Math.abs(count) < 10 ? 2 : 1 });
}

/** @param percent 50 is one half */
export function percentText(percent: number, words: Words): string {
  return formatted(percent / 100, words, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** "1,204 (45.3%)"; the count alone where it is a part of nothing. */
export function shareText(count: number, percent: number | undefined, words: Words): string {
  const number = countText(count, words);
  return percent === undefined ? number : `${number} (${percentText(percent, words)})`;
}

/** A difference of percentages, in points, with its sign. */
export function pointsText(points: number, words: Words): string {
  return formatted(points, words, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
}

/** Of answers four digits are not grouped: they may be years. */
const ungrouped = { useGrouping: "min2" } as const;

/** A statistic: two decimals, or the first three digits of what is smaller than 1. */
export function numberText(value: number, words: Words): string {
  return Math.abs(value) >= 1 || value === 0
    ? formatted(value, words, { ...ungrouped, maximumFractionDigits: 2 })
    : formatted(value, words, { maximumSignificantDigits: 3 });
}

/** A border of a bin or a tick of an axis, which are round: all of their digits. */
export function roundText(value: number, words: Words): string {
  return formatted(value, words, { ...ungrouped, maximumSignificantDigits: 12 });
}

/** A probability as statistics say it: three decimals. */
export function probabilityText(p: number, words: Words): string {
  const options = { minimumFractionDigits: 3, maximumFractionDigits: 3 };
  return p < 0.001
    ? `p < ${formatted(0.001, words, options)}`
    : `p = ${formatted(p, words, options)}`;
}

/** Seconds as "2 min 30 s" or "1 hr 5 min"; of hours no seconds are said. */
export function durationText(seconds: number, words: Words): string {
  const whole = Math.round(Math.abs(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const part = (value: number, unit: string): string =>
    formatted(value, words, { style: "unit", unit, unitDisplay: "short" });
  const parts = [
    ...(hours > 0 ? [part(hours, "hour")] : []),
    ...(minutes > 0 ? [part(minutes, "minute")] : []),
    ...(hours === 0 && (minutes === 0 || whole % 60 > 0) ? [part(whole % 60, "second")] : []),
  ];
  return (seconds < 0 && whole > 0 ? "-" : "") + parts.join(" ");
}
