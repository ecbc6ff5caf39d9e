import { oneLine } from "../../model/oneLine.ts";
import type { SurveySummary } from "../../model/survey.ts";

/** "created" is the order of the service: newest first. The other orders need all surveys to be loaded. */
export const surveyOrders = ["created", "updated", "title"] as const;
export type SurveyOrder = (typeof surveyOrders)[number];

/** Length of the longest list that is not grouped by month, if it is sorted by a time. */
const maxInOneList = 200;

export type PinnedSurvey = Pick<SurveySummary, "surveyId" | "label">;

export interface Arranging {
  /** In the order of the service, without duplicates. */
  readonly surveys: readonly SurveySummary[];
  /** True if these are all surveys of the data space. */
  readonly isWhole: boolean;
  readonly order: SurveyOrder;
  /** Words, separated by spaces, that a survey must all have in its title or ID. */
  readonly filter: string;
  /** IDs to which pinned surveys outside `surveys` are limited; `undefined` for no limit. */
  readonly only: ReadonlySet<string> | undefined;
  readonly pins: readonly PinnedSurvey[];
  /** Pinned surveys that were requested one by one; "gone" if the data space does not have them. */
  readonly found: ReadonlyMap<string, SurveySummary | "gone">;
  readonly locale: string;
}

export interface Arrangement {
  readonly pinned: readonly { readonly survey: SurveySummary; readonly isGone: boolean }[];
  /** Surveys by month ("2026-11", "" without a time), or all under `undefined`; in the order of the rows. */
  readonly months: ReadonlyMap<string | undefined, readonly SurveySummary[]>;
  /** Key in `months` of each survey there, by survey ID. */
  readonly monthOf: ReadonlyMap<string, string | undefined>;
  /** Number of surveys that match the filter. */
  readonly matching: number;
}

/** Returns which surveys a data space shows, in which order and months. Pinned surveys are on top, and only there. */
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

/** Compares two texts. Times of the API sort correctly as text. */
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function inMonths(surveys: readonly SurveySummary[], order: SurveyOrder): Arrangement["months"] {
  if (order === "title" || surveys.length <= maxInOneList) {
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
  // Newest month first; surveys without a time are last.
  return new Map([...months].sort(([a], [b]) => byText(b, a)));
}

function matcher(filter: string): (survey: SurveySummary) => boolean {
  const words = comparable(filter).split(" ");
  return ({ label, surveyId }) => {
    const text = filter === "" ? "" : comparable(`${label} ${surveyId}`);
    return words.every((it) => text.includes(it));
  };
}

/** Normalises text for comparison: Korean may be composed in one text and decomposed in the other. */
function comparable(text: string): string {
  return oneLine(text).normalize("NFKC").toLowerCase();
}
