import { plural, translated } from "../model/localizable.ts";
import { rateInWords, timeInWords, type Pace } from "../model/pace.ts";
import type { Words } from "../model/words.ts";

/** What an export under way shows beside its title. */
export interface ExportMoment {
  /** What is being done, where that is more than one thing. */
  readonly step?: string | undefined;
  /** So far; absent before the first page. */
  readonly responses?: number | undefined;
  readonly pace: Pace;
  /** Seconds until the service is asked again; `isAsked`: it wants it so, rather than having failed. */
  readonly waiting?: { readonly seconds: number; readonly isAsked: boolean } | undefined;
  /** Why nothing happens, and in how many seconds it is tried again; a sign-in has no such time. */
  readonly paused?: { readonly seconds?: number | undefined } | undefined;
}

/** "2,800 responses, 1,900 a second, about 2 min left"; what is not known is left out. */
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

/** Seconds while they can be watched, minutes before that. */
function countdown(seconds: number, { t, locale }: Words): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole <= 90
    ? t("{0} s", whole.toLocaleString(locale))
    : t("{0} min", Math.ceil(whole / 60).toLocaleString(locale));
}
