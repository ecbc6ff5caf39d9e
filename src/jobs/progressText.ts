import { plural, translated } from "../model/localizable.ts";
import { rateInWords, timeInWords, type Pace } from "../model/pace.ts";
import type { Words } from "../model/words.ts";

/** Progress of a running export, to be shown beside its title. */
export interface ExportMoment {
  /** What is being done; undefined if there is only one step. */
  readonly step?: string | undefined;
  /** Responses so far; undefined before the first page. */
  readonly responses?: number | undefined;
  readonly pace: Pace;
  /** A wait before the next attempt. `isAsked`: true if the service asked for it, false if an attempt failed. */
  readonly waiting?: { readonly seconds: number; readonly isAsked: boolean } | undefined;
  /** Set while the export is paused. `seconds`: until the next attempt; undefined if it waits for a sign-in. */
  readonly paused?: { readonly seconds?: number | undefined } | undefined;
}

/** Returns a text like "2,800 responses, 1,900 a second, about 2 min left". Omits what is unknown. */
export function progressText(moment: ExportMoment, language: Words): string {
  const { t } = language;
  const { step, responses, pace, waiting, paused } = moment;
  const parts = [step, responses === undefined ? undefined : countText(responses, language)];
  if (paused) {
    parts.push(
      paused.seconds === undefined
        ? t("paused until you sign in")
        : t("paused, trying again in {0}", countdown(paused.seconds, language)),
    );
  } else if (waiting) {
    const time = countdown(waiting.seconds, language);
    parts.push(
      waiting.isAsked
        ? t("waiting {0}, as the service asks", time)
        : t("trying again in {0}", time),
    );
  } else {
    parts.push(rateText(pace, language), leftText(pace, language));
  }
  return parts.filter((it) => it !== undefined).join(", ");
}

export function countText(responses: number, language: Words): string {
  return translated(plural(responses, { one: "{0} response", other: "{0} responses" }), language);
}

function rateText({ perSecond }: Pace, { t, locale }: Words): string | undefined {
  if (perSecond === undefined) {
    return undefined;
  }
  const { count, per } = rateInWords(perSecond);
  const number = count.toLocaleString(locale);
  return per === "second" ? t("{0} a second", number) : t("{0} a minute", number);
}

function leftText({ secondsLeft }: Pace, { t, locale }: Words): string | undefined {
  if (secondsLeft === undefined) {
    return undefined;
  }
  const spoken = timeInWords(secondsLeft);
  switch (spoken.about) {
    case "moment":
      return t("a few seconds left");
    case "less than a minute":
      return t("less than a minute left");
    case "hours and minutes": {
      const [hours, minutes] = [spoken.hours, spoken.minutes].map((it) =>
        it.toLocaleString(locale),
      );
      if (spoken.hours === 0) {
        return t("about {0} min left", minutes ?? "");
      }
      return spoken.minutes === 0
        ? t("about {0} h left", hours ?? "")
        : t("about {0} h {1} min left", hours ?? "", minutes ?? "");
    }
  }
}

/** Returns a wait in words: in seconds up to 90, in minutes above. */
function countdown(seconds: number, { t, locale }: Words): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole <= 90
    ? t("{0} s", whole.toLocaleString(locale))
    : t("{0} min", Math.ceil(whole / 60).toLocaleString(locale));
}
