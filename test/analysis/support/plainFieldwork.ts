import type { FieldworkQuery } from "../../../src/analysis/fieldworkFigures.ts";
import type {
  DurationFigures,
  DurationHistogram,
  Fieldwork,
  FieldworkFigures,
  TargetProgress,
} from "../../../src/model/fieldwork.ts";
import type { ResponseMetadata } from "../../../src/model/response.ts";

type Item = Pick<ResponseMetadata, "collectGroupId" | "startedAt" | "finishedAt">;

/*
 * Fieldwork by its definition, computed with plain lists and no code in common with the code under test: times are text, and
 * the seconds between two of them are counted with a separate calendar.
 */

export function plainFieldwork(items: readonly Item[], query: FieldworkQuery): Fieldwork {
  const { scope, rule, groups, isComplete } = query;
  const newest = times(items).at(-1);
  const median = quantile(durationsOf(items), 0.5);
  const below = rule.share * (median ?? 0);
  const figures = (
    list: readonly Item[],
    targetCnt: number | undefined,
    progressTo: (target: number | undefined) => TargetProgress | undefined,
  ): FieldworkFigures => {
    const at = times(list);
    const target = targetCnt !== undefined && targetCnt >= 1 ? targetCnt : undefined;
    return {
      responses: list.length,
      timeless: list.length - at.length,
      first: at[0],
      last: at.at(-1),
      target,
      progress: isComplete ? progressTo(target) : undefined,
      duration: durationFigures(list, below),
    };
  };
  const ofGroup = (id: string) => items.filter((it) => it.collectGroupId === id);
  const strange = [...new Set(items.map((it) => it.collectGroupId))]
    .filter((id) => id !== undefined && groups.every((it) => it.collectGroupId !== id))
    .map(String)
    .sort();
  const hasTargets = groups.length > 0 && groups.every((it) => (it.targetCnt ?? 0) >= 1);
  const sum = groups.reduce((before, it) => before + (it.targetCnt ?? 0), 0);
  const shown = scope.collectGroupId === undefined ? items : ofGroup(scope.collectGroupId);
  const isShown =
    scope.collectGroupId === undefined ||
    strange.includes(scope.collectGroupId) ||
    groups.some((it) => it.collectGroupId === scope.collectGroupId);
  const dayTexts = times(shown).map((it) => it.slice(0, 10));
  const hourTexts = times(shown)
    .filter((it) => scope.day === undefined || it.startsWith(scope.day))
    .map((it) => it.slice(11, 13));
  return {
    scope,
    rule,
    newest,
    all: figures(items, hasTargets ? sum : undefined, (target) => {
      const open = groups.filter((it) => !isClosed(it));
      const its = items.filter((it) =>
        open.some(({ collectGroupId }) => collectGroupId === it.collectGroupId),
      );
      const ofOpen = open.reduce((before, it) => before + (it.targetCnt ?? 0), 0);
      const whole = progress(items, target, newest);
      if (whole === undefined || whole.state === "reached" || open.length === groups.length) {
        return whole;
      }
      if (open.length === 0) {
        return { state: groups.some((it) => it.state === "PAUSED") ? "paused" : "closed" };
      }
      if (its.length >= ofOpen) {
        return { state: "full" };
      }
      const needed = (target ?? 0) - items.length;
      const isShort = ofOpen - its.length < needed;
      const rest = progress(its, isShort ? ofOpen : its.length + needed, newest);
      return rest?.state === "expected" && isShort ? { ...rest, isOfOpen: true } : rest;
    }),
    groups: [
      ...groups.map((it) => ({
        ...figures(ofGroup(it.collectGroupId), it.targetCnt, (target) => {
          const open = progress(ofGroup(it.collectGroupId), target, newest);
          const isOver = open === undefined || open.state === "reached";
          return isOver || !isClosed(it)
            ? open
            : { state: it.state === "PAUSED" ? "paused" : "closed" };
        }),
        collectGroupId: it.collectGroupId,
        label: it.label,
        state: it.state,
      })),
      ...strange.map((id) => ({
        ...figures(ofGroup(id), undefined, () => undefined),
        collectGroupId: id,
        label: undefined,
        state: undefined,
      })),
    ],
    days: [...new Set(dayTexts)].map((day) => ({
      day,
      // `dayTexts` is sorted.
      count: dayTexts.lastIndexOf(day) - dayTexts.indexOf(day) + 1,
    })),
    hours: Array.from(
      { length: 24 },
      (_, hour) => hourTexts.filter((it) => Number(it) === hour).length,
    ),
    durations: isShown ? histogram(durationsOf(shown)) : undefined,
  };
}

/** Sorted times that have the documented form and a day that exists. */
function times(items: readonly Item[]): string[] {
  return items
    .flatMap((it) => (seconds(it.finishedAt) === undefined ? [] : [String(it.finishedAt)]))
    .sort();
}

const known = new Map<string | undefined, number | undefined>();

/** Seconds since the year 0, found by counting. */
function seconds(text: string | undefined): number | undefined {
  if (!known.has(text)) {
    known.set(text, counted(text));
  }
  return known.get(text);
}

function counted(text: string | undefined): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(text ?? "");
  if (!match) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const isDay = day >= 1 && day <= (lengths[month - 1] ?? 0);
  if (!isDay || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  const years = year * 365 + Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
  const before = lengths.slice(0, month - 1).reduce((a, b) => a + b, 0);
  return ((years + before + day) * 24 + hour) * 3600 + minute * 60 + second;
}

function span(item: Item): number | undefined {
  const [from, to] = [seconds(item.startedAt), seconds(item.finishedAt)];
  return from === undefined || to === undefined ? undefined : to - from;
}

function durationsOf(items: readonly Item[]): number[] {
  return items
    .flatMap((it) => span(it) ?? [])
    .filter((it) => it >= 0)
    .sort((a, b) => a - b);
}

function quantile(sorted: readonly number[], p: number): number | undefined {
  const h = (sorted.length - 1) * p;
  const [low, high] = [sorted[Math.floor(h)], sorted[Math.ceil(h)]];
  return low === undefined || high === undefined ? undefined : low + (h % 1) * (high - low);
}

function durationFigures(items: readonly Item[], below: number): DurationFigures | undefined {
  const list = durationsOf(items);
  if (list.length === 0) {
    return undefined;
  }
  return {
    n: list.length,
    unknown: items.filter((it) => span(it) === undefined).length,
    negative: items.filter((it) => (span(it) ?? 0) < 0).length,
    min: Math.min(...list),
    q1: quantile(list, 0.25) ?? NaN,
    median: quantile(list, 0.5) ?? NaN,
    q3: quantile(list, 0.75) ?? NaN,
    max: Math.max(...list),
    speeders: list.filter((it) => it < below).length,
    below,
  };
}

function histogram(list: readonly number[]): DurationHistogram | undefined {
  const most = quantile(list, 0.97);
  const least = list[0];
  if (most === undefined || least === undefined) {
    return undefined;
  }
  const days = Array.from({ length: 40 }, (_, it) => 86_400 * 2 ** it);
  const widths = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200];
  for (const width of [...widths, ...days]) {
    const from = least - (least % width);
    const to = most - (most % width) + width;
    const bins = Math.round((to - from) / width);
    if (bins <= 30) {
      return {
        from,
        width,
        counts: Array.from(
          { length: bins },
          (_, it) =>
            list.filter((s) => s >= from + it * width && s < from + (it + 1) * width).length,
        ),
        beyond: list.filter((it) => it >= to).length,
      };
    }
  }
  return undefined;
}

function isClosed({ state = "" }: { readonly state?: string | undefined }): boolean {
  return ["COMPLETED", "STOPPED", "CLOSED", "PAUSED"].includes(state);
}

function progress(
  items: readonly Item[],
  target: number | undefined,
  newest: string | undefined,
): TargetProgress | undefined {
  const list = times(items);
  const now = seconds(newest);
  if (target === undefined || now === undefined) {
    return undefined;
  }
  const at = list[Math.max(0, Math.ceil(target) - (items.length - list.length) - 1)];
  if (at !== undefined) {
    return { state: "reached", at };
  }
  if (items.length >= target) {
    return undefined;
  }
  const late = list.filter((it) => now - (seconds(it) ?? 0) < 7 * 86_400).length;
  if (late === 0) {
    return { state: "stalled" };
  }
  const days = Math.min(7, (now - (seconds(list[0]) ?? 0)) / 86_400);
  if (days < 3 || items.length < 30) {
    return { state: "early" };
  }
  const perDay = late / days;
  let [day, rest] = [String(newest).slice(0, 10), now % 86_400];
  for (rest += ((target - items.length) / perDay) * 86_400; rest >= 86_400; rest -= 86_400) {
    day = nextDay(day);
  }
  return { state: "expected", on: day, perDay };
}

function nextDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const text = (y: number, m: number, d: number) =>
    [String(y).padStart(4, "0"), String(m).padStart(2, "0"), String(d).padStart(2, "0")].join("-");
  const next = [text(year, month, date + 1), text(year, month + 1, 1), text(year + 1, 1, 1)];
  return next.find((it) => seconds(`${it}T00:00:00`) !== undefined) ?? day;
}
