import { plural, translated } from "./localizable.ts";
import type { Words } from "./words.ts";

/*
 * Numbers in the person's locale. Formatters are cached, because creating one takes longer than hundreds of uses.
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

/**
 * Returns a number of responses or a sum of weights. Sums of weights have at most two decimals, those from 10 on one.
 * @param decimals fixed number of decimals in a column of counts; see `countDecimals`
 */
export function countText(count: number, words: Words, decimals?: number): string {
  return formatted(
    count,
    words,
    decimals === undefined ? { maximumFractionDigits: maxDecimals(count) } : fixed(decimals),
  );
}

/** Returns the decimals for counts that are shown together: as many as the largest may have, none if all are whole. */
export function countDecimals(counts: readonly (number | undefined)[]): number {
  const given = counts.filter((it) => it !== undefined);
  return fewestDecimals(given, maxDecimals(largestOf(given)));
}

function maxDecimals(count: number): number {
  return Math.abs(count) < 10 ? 2 : 1;
}

/** Returns the decimals for statistics shown together: those of the largest, or more if a small one would show as 0. */
export function numberDecimals(values: readonly (number | undefined)[]): number {
  const given = values.filter((it) => it !== undefined);
  const largest = largestOf(given);
  // Smaller values are rounding errors of sums.
  const others = given.map(Math.abs).filter((it) => it > largest * 1e-6);
  const smallest = others.reduce((least, it) => Math.min(least, it), Infinity);
  const places = (value: number): number => Math.max(0, -Math.floor(Math.log10(value)));
  const most = largest >= 1 ? 2 : places(largest) + 2;
  return largest === 0 ? 0 : fewestDecimals(given, Math.min(20, Math.max(most, places(smallest))));
}

function largestOf(values: readonly number[]): number {
  return values.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
}

/** Returns the fewest decimals that show the values as `most` decimals do. */
function fewestDecimals(values: readonly number[], most: number): number {
  const needed = (value: number): number =>
    value
      .toFixed(most)
      .replace(/\.?0*$/, "")
      .split(".")[1]?.length ?? 0;
  return values.reduce((decimals, it) => Math.max(decimals, needed(it)), 0);
}

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** Returns `plural` of the same, translated. */
export function pluralText<One extends string, Other extends string>(
  words: Words,
  ...of: Parameters<typeof plural<One, Other>>
): string {
  return translated(plural<One, Other>(...of), words);
}

/** @param percent 50 is one half */
export function percentText(percent: number, words: Words): string {
  // Not style "percent": dividing by 100 would make 0.35 a little less, which is rounded down.
  return formatted(percent, words, { style: "unit", unit: "percent", ...fixed(1) });
}

/** Returns the percentage of a target that the responses are: 100% or more only if it is reached. */
export function targetPercentText(responses: number, target: number, words: Words): string {
  const percent = (100 * responses) / target;
  return percentText(responses < target ? Math.min(percent, 99.9) : percent, words);
}

/** Returns "1,204 (45.3%)", or just the count if there is no percentage. */
export function shareText(count: number, percent: number | undefined, words: Words): string {
  const number = countText(count, words);
  return percent === undefined ? number : `${number} (${percentText(percent, words)})`;
}

/** Returns a difference of percentages, in points, with its sign. */
export function pointsText(points: number, words: Words): string {
  return formatted(points, words, { ...fixed(1), signDisplay: "exceptZero" });
}

/** Numbers of four digits are not grouped in answers, because they may be years. */
const ungrouped = { useGrouping: "min2" } as const;

/**
 * Returns a statistic: at most two decimals, or three significant digits below 1.
 * @param decimals fixed number of decimals among other statistics; see `numberDecimals`
 */
export function numberText(value: number, words: Words, decimals?: number): string {
  if (decimals !== undefined) {
    return formatted(value, words, { ...ungrouped, ...fixed(decimals) });
  }
  return Math.abs(value) >= 1 || value === 0
    ? formatted(value, words, { ...ungrouped, maximumFractionDigits: 2 })
    : formatted(value, words, { maximumSignificantDigits: 3 });
}

/** Returns the border of a bin or a tick of an axis. These are round, so all digits are shown. */
export function roundText(value: number, words: Words): string {
  return formatted(value, words, { ...ungrouped, maximumSignificantDigits: 15 });
}

/** Returns a p-value: "p = 0.012" or "p < 0.001". */
export function probabilityText(p: number, words: Words): string {
  return p < 0.001
    ? `p < ${formatted(0.001, words, fixed(3))}`
    : `p = ${formatted(p, words, fixed(3))}`;
}

/** Returns seconds as "2 min 30 s" or "1 hr 5 min", without seconds from one hour on. */
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
