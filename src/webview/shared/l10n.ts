import type { Words } from "../../charts/words.ts";
import type { PanelLocale } from "../../messages/panel.ts";
import { formatDateTime, formatMoment } from "../../model/time.ts";

// One document speaks one language: the host sends it with every state, before anything is drawn.
let current: PanelLocale = { locale: "en", strings: {} };

export function useLocale(locale: PanelLocale): void {
  current = locale;
  document.documentElement.lang = locale.locale;
}

/** The text in the user's language, `{0}`, `{1}`… replaced by the arguments. */
export function t(text: string, ...args: readonly (string | number)[]): string {
  const translated = Object.hasOwn(current.strings, text) ? current.strings[text] : undefined;
  return (translated ?? text).replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(args[Number(index)] ?? placeholder),
  );
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(current.locale).format(value);
}

/** How charts speak in a panel. */
export const words: Words = {
  t,
  get locale() {
    return current.locale;
  },
};

/** A time of the service, for reading. */
export function formatTime(text: string, withSeconds = false): string {
  return formatDateTime(text, current.locale, withSeconds);
}

/** A moment of this machine's clock. */
export function formatInstant(epochMilliseconds: number): string {
  return new Intl.DateTimeFormat(current.locale, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(epochMilliseconds);
}

/** Of what is shown although the service cannot be reached. */
export function offlineText(readAt: number): string {
  return t("Offline. As of {0}.", formatMoment(readAt, current.locale));
}

/** Text as people compare it: case does not count. */
export function folded(text: string): string {
  return text.toLocaleLowerCase(current.locale);
}
