/**
 * Date-times of the API: `YYYY-MM-DDThh:mm:ss`, no offset documented. They are text, compare as text, and are never
 * converted to an instant, because the zone is unknown.
 */

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/;

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

function partsOf(text: string): Parts | undefined {
  const match = pattern.exec(text);
  if (!match) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(Number);
  const valid =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59;
  return valid ? { year, month, day, hour, minute, second } : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) {
    return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Matches times on a day that every month has. */
const onCommonDay =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Returns whether the text is a date-time as the API takes it, on a day that exists. */
export function isDateTime(text: string): boolean {
  // The quick test comes first: this runs for every second of a survey.
  return onCommonDay.test(text) || partsOf(text) !== undefined;
}

/**
 * Reads a time as a person may type it: with a space for the T, without seconds, or a day alone, which stands for its
 * beginning or end.
 * @returns `undefined` if it is not a time
 */
export function typedTime(text: string, ofDay: "00:00:00" | "23:59:59"): string | undefined {
  const typed = text.trim().replace(/(?<=\d) +(?=\d)/, "T");
  const [day = "", clock = ofDay] = typed.split("T", 2);
  const time = `${day}T${/^\d\d:\d\d$/.test(clock) ? `${clock}:00` : clock}`;
  return isDateTime(time) ? time : undefined;
}

/**
 * Formats a moment of this machine's clock, in epoch milliseconds, with 24 hours as in the grid; the time alone if it is
 * today.
 */
export function formatMoment(milliseconds: number, locale: string): string {
  const moment = new Date(milliseconds);
  const isToday = moment.toDateString() === new Date().toDateString();
  return moment.toLocaleString(locale, {
    ...(isToday ? {} : { dateStyle: "medium" }),
    timeStyle: "short",
    hourCycle: "h23",
  });
}

/**
 * Formats a time in the given locale ("3 Mar 2025, 09:14"), digits unchanged. Returns text of another form as it is: the
 * service may send what the reference does not show.
 */
export function formatDateTime(text: string, locale: string, withSeconds = false): string {
  const parts = partsOf(text);
  if (!parts) {
    return text;
  }
  // UTC in and UTC out: the formatter only names and orders the parts, nothing is converted.
  return formatterFor(locale, withSeconds).format(utcMilliseconds(parts));
}

/** Formats "2026-11" as "November 2026"; returns `undefined` if it is not a month. */
export function formatMonth(month: string, locale: string): string | undefined {
  const parts = partsOf(`${month}-01T00:00:00`);
  return (
    parts &&
    new Date(utcMilliseconds(parts)).toLocaleDateString(locale, {
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    })
  );
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(locale: string, withSeconds: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${String(withSeconds)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      ...(withSeconds ? { second: "2-digit" } : {}),
      hourCycle: "h23",
      timeZone: "UTC",
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/**
 * Returns seconds since an arbitrary moment, to calculate with times of one service; `undefined` for text of another form.
 */
export function secondsOf(text: string): number | undefined {
  const parts = partsOf(text);
  return parts && utcMilliseconds(parts) / 1000;
}

/** Milliseconds of 400 years, after which the calendar repeats itself. */
const cycle = 146_097 * 86_400_000;

/** Does what `Date.UTC` does, which however takes the years 0 to 99 for 1900 to 1999. */
export function dateUtc(year: number, month: number, ...rest: number[]): number {
  return Date.UTC(year + 400, month, ...rest) - cycle;
}

function utcMilliseconds({ year, month, day, hour, minute, second }: Parts): number {
  return dateUtc(year, month - 1, day, hour, minute, second);
}

/** Inverse of `secondsOf`. */
export function timeOfSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

/**
 * Returns the start of the range that has this second only; `undefined` for text of another form, which cannot be a bound.
 */
export function secondBefore(text: string): string | undefined {
  const seconds = secondsOf(text);
  return seconds === undefined ? undefined : timeOfSeconds(seconds - 1);
}
