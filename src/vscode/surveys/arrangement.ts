import { oneLine } from "../../model/oneLine.ts";
import type { SurveySummary } from "../../model/survey.ts";

/** "created" is the order of the service: newest first. The others need all surveys. */
export const surveyOrders = ["created", "updated", "title"] as const;
export type SurveyOrder = (typeof surveyOrders)[number];

/** More surveys than these, in the order of a time, stand in months. */
const mostInOneList = 200;

export type PinnedSurvey = Pick<SurveySummary, "surveyId" | "label">;

export interface Arranging {
  /** As the service gave them, each once. */
  readonly surveys: readonly SurveySummary[];
  /** Whether these are all that the data space has. */
  readonly isWhole: boolean;
  readonly order: SurveyOrder;
  /** A survey has all its words in its title or ID. */
  readonly filter: string;
  /** Ids that are shown, where that are not all. */
  readonly only: ReadonlySet<string> | undefined;
  readonly pins: readonly PinnedSurvey[];
  /** Pinned surveys that were asked for by themselves. */
  readonly found: ReadonlyMap<string, SurveySummary | "gone">;
  readonly locale: string;
}

export interface Arrangement {
  readonly pinned: readonly { readonly survey: SurveySummary; readonly isGone: boolean }[];
  /** By month ("2026-11", "" without a time), or all under `undefined`; in the order of the rows. */
  readonly months: ReadonlyMap<string | undefined, readonly SurveySummary[]>;
  /** Of each that is in one of them. */
  readonly monthOf: ReadonlyMap<string, string | undefined>;
  /** How many the filter lets through. */
  readonly matching: number;
}

/** Which surveys a data space shows, in which order and months: pinned ones on top, and nowhere else. */
export function arrange(arranging: Arranging): Arrangement {
  const { order, filter, locale } = arranging;
  const matches = matcher(filter);
  const pinned = pinnedOf(arranging).filter((it) => matches(it.survey));
  const pins = new Set(arranging.pins.map((it) => it.surveyId));
  const others = arranging.surveys.filter((it) => !pins.has(it.surveyId) && matches(it));
  const months = inMonths(inOrder(others, order, locale), order);
  return {
    pinned,
    months,
    monthOf: new Map(
      [...months].flatMap(([month, surveys]) => surveys.map((it) => [it.surveyId, month] as const)),
    ),
    matching: others.length + pinned.filter((it) => !it.isGone).length,
  };
}

function pinnedOf({ surveys, isWhole, only, pins, found }: Arranging): Arrangement["pinned"] {
  const listed = new Map(
    pins.length > 0 ? surveys.map((it) => [it.surveyId, it] as const) : undefined,
  );
  return pins.flatMap((pin) => {
    const survey = listed.get(pin.surveyId) ?? found.get(pin.surveyId);
    const isGone = survey === "gone" || (!survey && isWhole);
    const isShown = listed.has(pin.surveyId) || !only || only.has(pin.surveyId);
    return isShown ? [{ survey: typeof survey === "object" ? survey : pin, isGone }] : [];
  });
}

function inOrder(
  surveys: readonly SurveySummary[],
  order: SurveyOrder,
  locale: string,
): readonly SurveySummary[] {
  switch (order) {
    case "created":
      return surveys;
    case "updated":
      return surveys.toSorted((a, b) => byText(b.updatedAt ?? "", a.updatedAt ?? ""));
    case "title": {
      const { compare } = new Intl.Collator(locale, { numeric: true });
      const titled = surveys.map((survey) => ({ survey, title: titleOf(survey) }));
      return titled.toSorted((a, b) => compare(a.title, b.title)).map((it) => it.survey);
    }
  }
}

function titleOf({ label, surveyId }: SurveySummary): string {
  return oneLine(label) || surveyId;
}

/** Times of the API compare as text. */
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function inMonths(surveys: readonly SurveySummary[], order: SurveyOrder): Arrangement["months"] {
  if (order === "title" || surveys.length <= mostInOneList) {
    return new Map(surveys.length > 0 ? [[undefined, surveys]] : []);
  }
  const time = order === "created" ? "createdAt" : "updatedAt";
  const months = new Map<string, SurveySummary[]>();
  for (const survey of surveys) {
    const month = /^\d{4}-\d\d(?=-)/.exec(survey[time] ?? "")?.[0] ?? "";
    const known = months.get(month);
    if (known) {
      known.push(survey);
    } else {
      months.set(month, [survey]);
    }
  }
  // Newest first, and last what has no time.
  return new Map([...months].sort(([a], [b]) => byText(b, a)));
}

function matcher(filter: string): (survey: SurveySummary) => boolean {
  const words = comparable(filter).split(" ");
  return ({ label, surveyId }) => {
    const text = filter === "" ? "" : comparable(`${label} ${surveyId}`);
    return words.every((it) => text.includes(it));
  };
}

/** Korean is typed composed or decomposed, whatever the service has. */
function comparable(text: string): string {
  return oneLine(text).normalize("NFKC").toLowerCase();
}
