import type { DayCount } from "../model/fieldwork.ts";
import { dateUtc, formatDateTime, secondsOf, timeOfSeconds } from "../model/time.ts";
import type { Words } from "../model/words.ts";

/*
 * Days as the service writes them, `YYYY-MM-DD`. They are never converted, because their time zone is not known.
 */

const secondsOfDay = 86_400;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a number of the day, consecutive and without further meaning; `undefined` for text of another form. */
export function dayNumber(day: string): number | undefined {
  const seconds = secondsOf(`${day}T00:00:00`);
  return seconds === undefined ? undefined : seconds / secondsOfDay;
}

/** Returns the days with their `dayNumber` and their index; leaves out those whose text has another form. */
export function numberedDays(
  days: readonly DayCount[],
): (DayCount & { readonly number: number; readonly index: number })[] {
  return days.flatMap((it, index) => {
    const number = dayNumber(it.day);
    return number === undefined ? [] : [{ ...it, number, index }];
  });
}

/** Returns the day from its `dayNumber`. */
export function dayOf(number: number): string {
  return timeOfSeconds(number * secondsOfDay).slice(0, 10);
}

/** Returns the number of a day's week. Weeks begin on Monday. */
export function weekOf(number: number): number {
  return Math.floor((number + 3) / 7);
}

/** Returns the number of the first day of a week. */
export function firstDayOf(week: number): number {
  return week * 7 - 3;
}

/** Returns the number of a day's month: months since the year 0. */
export function monthOf(number: number): number {
  const day = dayOf(number);
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** Returns the number of the first day of a month. */
export function firstDayOfMonth(month: number): number {
  return dateUtc(Math.floor(month / 12), month % 12, 1) / 1000 / secondsOfDay;
}

/** Returns "3 Mar 2025"; "3 Mar" (form "day"), "Mar 2025" ("month") or "2025" ("year"). */
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
  // UTC in and UTC out, so the formatter only chooses the names and the order of the parts.
  return formatter.format(number * secondsOfDay * 1000);
}

/** Returns a time of the service for people, without converting its time zone. */
export function timeText(time: string, { locale }: Words): string {
  return formatDateTime(time, locale);
}
