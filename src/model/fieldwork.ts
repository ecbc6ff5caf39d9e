/*
 * Progress of a survey's fieldwork, computed from response metadata alone. All times are the service's text, which has no
 * offset (API.md, "Resources and their fields"): nothing is converted, and "now" is the time of the newest response.
 */

/** The responses that the series count. */
export interface FieldworkScope {
  /** Default: all groups. */
  readonly collectGroupId?: string | undefined;
  /** `YYYY-MM-DD`: the day whose hours are counted. Default: all days together. */
  readonly day?: string | undefined;
}

/**
 * A response below this `share` of the median duration is a possible speeder: the person may not have read the questions.
 */
export interface SpeederRule {
  /** Above 0, below 1. */
  readonly share: number;
}

/** The rule until a person chooses another one. */
export const defaultRule: SpeederRule = { share: 1 / 3 };

export interface Fieldwork {
  readonly scope: FieldworkScope;
  readonly rule: SpeederRule;
  /** Time of the newest response. */
  readonly newest?: string | undefined;
  readonly all: FieldworkFigures;
  /** The collect groups of the survey, in its order; then those that only responses name. */
  readonly groups: readonly GroupFigures[];
  /** Responses of the scope by day. */
  readonly days: readonly DayCount[];
  /** Responses by hour, 0 to 23, on the scope's day or on all days. */
  readonly hours: readonly number[];
  readonly durations?: DurationHistogram | undefined;
}

/** Responses of one day. Lists of days are ascending and omit those without responses. */
export interface DayCount {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
}

export interface GroupFigures extends FieldworkFigures {
  readonly collectGroupId: string;
  /** Undefined if only responses name the group. */
  readonly label?: string | undefined;
  readonly state?: string | undefined;
}

export interface FieldworkFigures {
  readonly responses: number;
  /** Responses without a submission time in the documented form. They are in no series. */
  readonly timeless: number;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  /** Number of responses to reach. For all groups, the sum of their targets if each has one. */
  readonly target?: number | undefined;
  readonly progress?: TargetProgress | undefined;
  readonly duration?: DurationFigures | undefined;
}

/** Progress towards a target. */
export type TargetProgress =
  /** `at`: submission time of the last response that was needed. */
  | { readonly state: "reached"; readonly at: string }
  /** `on`: the day on which the target will be reached at the recent rate, `YYYY-MM-DD`. */
  | {
      readonly state: "expected";
      readonly on: string;
      readonly perDay: number;
      /** True if only the open groups will reach their targets: nothing makes up for what closed groups lack. */
      readonly isOfOpen?: true | undefined;
    }
  /**
   * The group accepts no more responses ("closed"), or none for the time being ("paused"). For all groups: if none is open,
   * "paused" if one of them may go on.
   */
  | { readonly state: "closed" | "paused" }
  /** For all groups only: the open groups together have the responses that they need, but closed ones fell short. */
  | { readonly state: "full" }
  /** There are too few days or responses for a forecast. */
  | { readonly state: "early" }
  /** There are no recent responses. */
  | { readonly state: "stalled" };

/** Seconds from startedAt to finishedAt. */
export interface DurationFigures {
  readonly n: number;
  /** Responses that lack one of the times, or have it in another form. */
  readonly unknown: number;
  /** Responses that finished before they started. No figure counts them. */
  readonly negative: number;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
  /** Responses that took less than `below` seconds. */
  readonly speeders: number;
  /** Seconds: the rule's share of the median duration of all responses of the survey. It is the same for all groups. */
  readonly below: number;
}

/** Bin `i` has durations from `from + i * width` seconds to below `from + (i + 1) * width`; `beyond` counts longer ones. */
export interface DurationHistogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
  readonly beyond: number;
}
