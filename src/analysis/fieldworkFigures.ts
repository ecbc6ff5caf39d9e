import type {
  DayCount,
  Fieldwork,
  FieldworkFigures,
  FieldworkScope,
  SpeederRule,
  TargetProgress,
} from "../model/fieldwork.ts";
import type { CollectGroup } from "../model/survey.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import {
  durationFigures,
  durationHistogram,
  quantile,
  sortedDurations,
  type SortedDurations,
} from "./fieldworkDurations.ts";
import { sumOf, type FieldworkTally } from "./fieldworkTally.ts";

export interface FieldworkQuery {
  readonly scope: FieldworkScope;
  readonly rule: SpeederRule;
  /** Groups of the survey, in its order. */
  readonly groups: readonly CollectGroup[];
  /** True if all responses are in the tally. If not, there is no progress towards targets: it would be wrong. */
  readonly isComplete: boolean;
  /** `YYYY-MM-DD`: the current day. A forecast of an earlier day has proved wrong and is left out. Default: none is. */
  readonly today?: string | undefined;
}

const daySeconds = 86_400;
/** How far back responses count as recent. */
const lateSeconds = 7 * daySeconds;
/** Minimum for a forecast: the first days after an invitation are not like those that follow. */
const [fewestDays, fewestResponses] = [3, 30];
/** The last second whose year has four digits. */
const lastSecond = 253_402_300_799;

export function fieldworkFigures(tally: FieldworkTally, query: FieldworkQuery): Fieldwork {
  const { scope, rule, groups, isComplete, today } = query;
  const known = new Set(groups.map((it) => it.collectGroupId));
  // A part stays when a refresh has found its responses gone.
  const added = tally.parts
    .filter(({ responses }) => responses > 0)
    .flatMap(({ collectGroupId: id }) => (id === undefined || known.has(id) ? [] : [id]))
    .sort();
  const all = responseSet(tally, undefined, targetOfAll(groups));
  const sets = [
    ...groups.map((it) => responseSet(tally, it.collectGroupId, targetOf(it))),
    ...added.map((it) => responseSet(tally, it, undefined)),
  ];
  const newest = all.last;
  if (isComplete && newest !== undefined) {
    readTargetTimes(tally, [all, ...sets], newest - lateSeconds);
  }
  const below = rule.share * (quantile(all.durations, 0.5) ?? 0);
  const figures = (set: ResponseSet, progress: TargetProgress | undefined): FieldworkFigures => ({
    responses: set.responses,
    timeless: set.timeless,
    first: textOf(set.first),
    last: textOf(set.last),
    target: set.target,
    progress: isComplete && !isOver(progress, today) ? progress : undefined,
    duration: durationFigures(set.durations, set, below),
  });
  const { collectGroupId } = scope;
  const shown =
    collectGroupId === undefined ? all : sets.find((it) => it.collectGroupId === collectGroupId);
  return {
    scope,
    rule,
    newest: textOf(newest),
    all: figures(all, progressOfAll(all, sets.slice(0, groups.length), groups, newest)),
    groups: sets.map((set, index) => ({
      ...figures(set, progressOf(set, newest, closingOf(groups[index]))),
      collectGroupId: set.collectGroupId ?? "",
      label: groups[index]?.label,
      state: groups[index]?.state,
    })),
    days: daysOf(shown?.hours ?? []),
    hours: hoursOf(shown?.hours ?? [], scope.day),
    durations: shown && durationHistogram(shown.durations),
  };
}

/** Responses by hour; see TallyPart. */
type HourCounts = ReadonlyMap<number, number>;

/** Responses of a group, or of all, with what is known of their times in seconds. */
interface ResponseSet {
  readonly collectGroupId: string | undefined;
  /** Indexes of the tally's parts. */
  readonly parts: readonly number[];
  readonly responses: number;
  readonly timeless: number;
  readonly unknown: number;
  readonly negative: number;
  /** Responses by hour, of each part. */
  readonly hours: readonly HourCounts[];
  readonly durations: SortedDurations;
  readonly target: number | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Number of recent responses. */
  late: number;
  /** Time at which the target was reached; undefined if it was not, or the time is unknown. */
  reachedAt: number | undefined;
}

/** @param collectGroupId `undefined`: all */
function responseSet(
  tally: FieldworkTally,
  collectGroupId: string | undefined,
  target: number | undefined,
): ResponseSet {
  const parts = tally.parts.flatMap((it, place) =>
    collectGroupId === undefined || it.collectGroupId === collectGroupId ? [place] : [],
  );
  const found = parts.flatMap((it) => tally.parts[it] ?? []);
  const sum = (of: "responses" | "timeless" | "unknown" | "negative") =>
    found.reduce((before, it) => before + it[of], 0);
  const first = found.reduce((before, it) => Math.min(before, it.first), Infinity);
  const last = found.reduce((before, it) => Math.max(before, it.last), -Infinity);
  return {
    collectGroupId,
    parts,
    responses: sum("responses"),
    timeless: sum("timeless"),
    unknown: sum("unknown"),
    negative: sum("negative"),
    hours: found.map((it) => it.hours),
    durations: sortedDurations(sumOf(found.map((it) => it.durations))),
    target,
    first: first === Infinity ? undefined : first,
    last: last === -Infinity ? undefined : last,
    late: 0,
    reachedAt: undefined,
  };
}

/** Returns the target; `undefined` if it is below 1, which says nothing. */
function targetOf({ targetCnt }: Pick<CollectGroup, "targetCnt">): number | undefined {
  return targetCnt !== undefined && targetCnt >= 1 ? targetCnt : undefined;
}

function targetOfAll(groups: readonly CollectGroup[]): number | undefined {
  const targets = groups.flatMap((it) => targetOf(it) ?? []);
  return groups.length > 0 && targets.length === groups.length
    ? targets.reduce((a, b) => a + b)
    : undefined;
}

/** Computes what needs single times, `late` and `reachedAt`. Only looks at the times of relevant hours. */
function readTargetTimes(
  tally: FieldworkTally,
  sets: readonly ResponseSet[],
  lateFrom: number,
): void {
  const lateHour = hourOf(lateFrom);
  const wanted = sets
    .filter((it) => it.target !== undefined)
    .map((set) => ({ set, reached: reachedHour(set) }));
  if (wanted.length === 0) {
    return;
  }
  const hours = new Set([lateHour, ...wanted.flatMap((it) => it.reached?.hour ?? [])]);
  const times = tally.timesOf(hours);
  for (const { set, reached } of wanted) {
    const found = set.parts.flatMap((it) => times[it] ?? []);
    set.late = found.filter((at) => hourOf(at) === lateHour && at > lateFrom).length;
    for (const counts of set.hours) {
      counts.forEach((count, hour) => {
        set.late += hour > lateHour ? count : 0;
      });
    }
    if (reached) {
      const inHour = found.filter((at) => hourOf(at) === reached.hour);
      set.reachedAt = Float64Array.from(inHour).sort()[reached.rank - 1];
    }
  }
}

function hourOf(seconds: number): number {
  return Math.floor(seconds / 3600);
}

/** Returns the hour in which the target was reached, and by which of that hour's responses, from 1. */
function reachedHour({ hours, target, timeless, responses }: ResponseSet) {
  if (target === undefined || responses < target) {
    return undefined;
  }
  // Responses without a submission time count as earlier than all others. A target need not be a whole number.
  let left = Math.max(1, Math.ceil(target - timeless));
  // First by days: there are fewer of them.
  for (const [day, ofDay] of byDay(hours)) {
    for (let hour = 24 * day; ofDay >= left && hour < 24 * day + 24; hour++) {
      const ofHour = hours.reduce((sum, it) => sum + (it.get(hour) ?? 0), 0);
      if (ofHour >= left) {
        return { hour, rank: left };
      }
      left -= ofHour;
    }
    left -= ofDay;
  }
  return undefined;
}

/** State of a group that takes no responses. */
type Closing = "closed" | "paused";

/** API.md names no such states; the sample and other survey tools have these. */
const closings: ReadonlyMap<string | undefined, Closing> = new Map([
  ["COMPLETED", "closed"],
  ["STOPPED", "closed"],
  ["CLOSED", "closed"],
  ["PAUSED", "paused"],
]);

function closingOf(group: Pick<CollectGroup, "state"> | undefined): Closing | undefined {
  return closings.get(group?.state);
}

/** The figures on which a forecast is based. */
type Pace = Pick<ResponseSet, "target" | "responses" | "first" | "late">;

function progressOf(
  set: ResponseSet,
  newest: number | undefined,
  closing: Closing | undefined,
): TargetProgress | undefined {
  const { target, responses, reachedAt } = set;
  if (target === undefined || newest === undefined) {
    return undefined;
  }
  if (reachedAt !== undefined) {
    return { state: "reached", at: timeOfSeconds(reachedAt) };
  }
  if (responses >= target) {
    // It is unknown when the target was reached.
    return undefined;
  }
  return closing ? { state: closing } : forecast(set, target - responses, newest);
}

/** @param sets one per group */
function progressOfAll(
  all: ResponseSet,
  sets: readonly ResponseSet[],
  groups: readonly CollectGroup[],
  newest: number | undefined,
): TargetProgress | undefined {
  const closing = groups.map(closingOf);
  const open = sets.filter((_, index) => closing[index] === undefined);
  const closingOfAll = closing.includes("paused") ? "paused" : "closed";
  const progress = progressOf(all, newest, open.length === 0 ? closingOfAll : undefined);
  const isLeft = progress !== undefined && progress.state !== "reached";
  if (!isLeft || newest === undefined || open.length === sets.length || open.length === 0) {
    return progress;
  }
  const sum = (of: (set: ResponseSet) => number): number => open.reduce((a, it) => a + of(it), 0);
  const pace: Pace = {
    target: sum((it) => it.target ?? 0),
    responses: sum((it) => it.responses),
    first: open.reduce<number | undefined>(
      (a, { first }) => (a === undefined || (first !== undefined && first < a) ? first : a),
      undefined,
    ),
    late: sum((it) => it.late),
  };
  const left = (pace.target ?? 0) - pace.responses;
  const leftOfAll = (all.target ?? 0) - all.responses;
  if (left <= 0) {
    return { state: "full" };
  }
  const expected = forecast(pace, Math.min(left, leftOfAll), newest);
  return expected.state === "expected" && left < leftOfAll
    ? { ...expected, isOfOpen: true }
    : expected;
}

/** @param left responses that are still to come */
function forecast({ responses, first, late }: Pace, left: number, newest: number): TargetProgress {
  if (first === undefined || late === 0) {
    return { state: "stalled" };
  }
  const seconds = Math.min(lateSeconds, newest - first);
  if (seconds < fewestDays * daySeconds || responses < fewestResponses) {
    return { state: "early" };
  }
  const perDay = late / (seconds / daySeconds);
  const at = newest + (left / perDay) * daySeconds;
  return {
    state: "expected",
    on: timeOfSeconds(Math.min(lastSecond, Math.floor(at))).slice(0, 10),
    perDay,
  };
}

/** Returns whether a forecast is of a day that is over. */
function isOver(progress: TargetProgress | undefined, today: string | undefined): boolean {
  return progress?.state === "expected" && today !== undefined && progress.on < today;
}

/**
 * Returns the current day where clocks are furthest behind, because the service's time zone is unknown.
 * @param now milliseconds since 1970
 */
export function earliestToday(now: number): string {
  return timeOfSeconds(Math.floor(now / 1000) - 12 * 3600).slice(0, 10);
}

function daysOf(hours: readonly HourCounts[]): DayCount[] {
  return byDay(hours).map(([day, count]) => ({
    day: timeOfSeconds(day * daySeconds).slice(0, 10),
    count,
  }));
}

/** Returns responses by day, ascending. A day is seconds divided by those of a day. */
function byDay(hours: readonly HourCounts[]): [day: number, count: number][] {
  const days = new Map<number, number>();
  for (const counts of hours) {
    counts.forEach((count, hour) => {
      const day = Math.floor(hour / 24);
      days.set(day, (days.get(day) ?? 0) + count);
    });
  }
  return [...days].sort(([a], [b]) => a - b);
}

/** @param day `YYYY-MM-DD`; `undefined`: all days together */
function hoursOf(hours: readonly HourCounts[], day: string | undefined): number[] {
  const sums = Array.from({ length: 24 }, () => 0);
  const midnight = day === undefined ? undefined : secondsOf(`${day}T00:00:00`);
  const first = day === undefined ? undefined : (midnight ?? NaN) / 3600;
  for (const counts of hours) {
    counts.forEach((count, at) => {
      const hour = at - (first ?? 24 * Math.floor(at / 24));
      if (hour >= 0 && hour < 24) {
        sums[hour] = (sums[hour] ?? 0) + count;
      }
    });
  }
  return sums;
}

function textOf(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : timeOfSeconds(seconds);
}
