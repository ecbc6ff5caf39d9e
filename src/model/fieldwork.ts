/*
 * How the fieldwork of a survey goes, from metadata of responses alone. All times are the service's text, which has no offset
 * (API.md, "Resources and their fields"): nothing is converted, and "now" is the newest response.
 */

/** Which part of the survey's responses the series are of. */
export interface FieldworkScope {
  /** Absent: all. */
  readonly collectGroupId?: string | undefined;
  /** `YYYY-MM-DD`: the hours are those of this day. Absent: of all days together. */
  readonly day?: string | undefined;
}

/** Who took less than `share` of the median duration may not have read the questions. */
export interface SpeederRule {
  /** Above 0, below 1. */
  readonly share: number;
}

/** Where nobody has chosen another one. */
export const defaultRule: SpeederRule = { share: 1 / 3 };

export interface Fieldwork {
  readonly scope: FieldworkScope;
  readonly rule: SpeederRule;
  /** Time of the newest response. */
  readonly newest?: string | undefined;
  readonly all: FieldworkFigures;
  /** One for each collect group that the survey has, in its order; then those that only responses name. */
  readonly groups: readonly GroupFigures[];
  /** Of the scope. */
  readonly days: readonly DayCount[];
  /** By hour, 0 to 23, of the scope's day or of all days. */
  readonly hours: readonly number[];
  readonly durations?: DurationHistogram | undefined;
}

/** Days on which nobody responded are not listed. Ascending. */
export interface DayCount {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
}

export interface GroupFigures extends FieldworkFigures {
  readonly collectGroupId: string;
  /** Absent where only responses name the group. */
  readonly label?: string | undefined;
  readonly state?: string | undefined;
}

export interface FieldworkFigures {
  readonly responses: number;
  /** Those without a submission time of the documented form: they are in no series. */
  readonly timeless: number;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  /** Responses to reach; of all, where every group has a target, their sum. */
  readonly target?: number | undefined;
  readonly progress?: TargetProgress | undefined;
  readonly duration?: DurationFigures | undefined;
}

/** How a target is reached. */
export type TargetProgress =
  /** `at`: when the last response that was needed was submitted. */
  | { readonly state: "reached"; readonly at: string }
  /** `on`: the day on which it will be reached at the rate of late, `YYYY-MM-DD`. */
  | {
      readonly state: "expected";
      readonly on: string;
      readonly perDay: number;
      /** It is the open groups that reach theirs: what closed ones fall short of, nobody makes up for. */
      readonly isOfOpen?: true | undefined;
    }
  /** The group takes no more responses, or none for now. */
  | { readonly state: "closed" | "paused" }
  /** Of all: the open groups have what they need, and closed ones fell short. */
  | { readonly state: "full" }
  /** There are too few days or responses to tell. */
  | { readonly state: "early" }
  /** Nobody responded of late. */
  | { readonly state: "stalled" };

/** Seconds from startedAt to finishedAt. */
export interface DurationFigures {
  readonly n: number;
  /** Responses that do not say both times, or say them in another form. */
  readonly unknown: number;
  /** Responses that were finished before they were started: they count in none of the figures. */
  readonly negative: number;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
  /** Responses that took less than `below` seconds. */
  readonly speeders: number;
  /** The rule's share of the median duration of all responses of the survey: one border for all groups. */
  readonly below: number;
}

/** Bin `i` is from `from + i * width` seconds, below `from + (i + 1) * width`; `beyond` took longer than the last bin. */
export interface DurationHistogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
  readonly beyond: number;
}
