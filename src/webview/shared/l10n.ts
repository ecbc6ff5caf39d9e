import { textOf } from "../../model/errors.ts";
import {
  english,
  plural,
  translated,
  type LocalizableText,
  wordsOf,
} from "../../model/localizable.ts";
import { formatDateTime, formatMoment } from "../../model/time.ts";
import type { Translations, Words } from "../../model/words.ts";

// A document has one language: the host sends it with every state, before anything is drawn.
let current: Words = english;

export function useLocale(locale: Translations): void {
  current = wordsOf(locale);
  document.documentElement.lang = locale.locale;
}

/** Returns the text in the user's language, with `{0}`, `{1}`… replaced by the arguments. */
export function t(text: string, ...args: readonly (string | number)[]): string {
  return current.t(text, ...args);
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(current.locale).format(value);
}

/** Translations and locale for charts in a panel. */
export const words: Words = {
  t,
  get locale() {
    return current.locale;
  },
};

/** Translates a localizable text, such as one with a count. */
export function say(text: LocalizableText): string {
  return translated(text, words);
}

/** Says a text with a count in the form for it, see `plural`. */
export function sayCount<One extends string, Other extends string>(
  ...it: Parameters<typeof plural<One, Other>>
): string {
  return say(plural<One, Other>(...it));
}

/** Returns the message for anything that was thrown. */
export function errorText(error: unknown): string {
  return say(textOf(error));
}

/** Formats a time of the service for people. */
export function formatTime(text: string, withSeconds = false): string {
  return formatDateTime(text, current.locale, withSeconds);
}

/** Says when something was read, by this machine's clock. */
export function updatedText(readAt: number): string {
  return t("Updated {0}", formatMoment(readAt, current.locale));
}

/** Note beside stored data that is shown while the service cannot be reached. */
export function offlineText(readAt: number): string {
  return t("Offline. As of {0}.", formatMoment(readAt, current.locale));
}

/** Normalises text for comparison: ignores case, and whether letters are composed, as in Korean. */
export function folded(text: string): string {
  return text.normalize().toLocaleLowerCase(current.locale);
}
