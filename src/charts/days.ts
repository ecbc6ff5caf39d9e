import { dateUtc, formatDateTime, secondsOf, timeOfSeconds } from "../model/time.ts";
import type { Words } from "../model/words.ts";

/*
 * Days as the service writes them, `YYYY-MM-DD`. They are counted, never converted: nobody knows their zone.
 */

const secondsOfDay = 86_400;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Days since one of no meaning; `undefined` for text of another form. */
export function dayNumber(day: string): number | undefined {
  const seconds = secondsOf(`${day}T00:00:00`);
  return seconds === undefined ? undefined : seconds / secondsOfDay;
}

/** The day that `dayNumber` gave. */
export function dayOf(number: number): string {
  return timeOfSeconds(number * secondsOfDay).slice(0, 10);
}

/** Number of the week, which begins on Monday. */
export function weekOf(number: number): number {
  return Math.floor((number + 3) / 7);
}

/** Number of the day on which a week begins. */
export function firstDayOf(week: number): number {
  return week * 7 - 3;
}

/** Months since the year 0. */
export function monthOf(number: number): number {
  const day = dayOf(number);
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** Number of the day on which a month begins. */
export function firstDayOfMonth(month: number): number {
  return dateUtc(Math.floor(month / 12), month % 12, 1) / 1000 / secondsOfDay;
}

/** "3 Mar 2025"; "3 Mar" and "Mar 2025" of the short forms. */
export function dayText(
  day: string,
  { locale }: Words,
  form: "full" | "day" | "month" | "year" = "full",
): string {
  const number = dayNumber(day);
  if (number === undefined) {
    return day;
  }
  const key = `${locale} ${form}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, {
      ...(form === "full" || form === "day" ? { day: "numeric" } : {}),
      ...(form === "year" ? {} : { month: "short" }),
      ...(form === "day" ? {} : { year: "numeric" }),
      timeZone: "UTC",
    });
    formatters.set(key, formatter);
  }
  // UTC in and UTC out: the formatter is used for names and order of the parts only.
  return formatter.format(number * secondsOfDay * 1000);
}

/** A time of the service as people read it, its digits unchanged. */
export function timeText(time: string, { locale }: Words): string {
  return formatDateTime(time, locale);
}
