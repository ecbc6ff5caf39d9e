import type { FieldworkAnswer, FieldworkView } from "../../../src/messages/fieldwork.ts";
import type {
  DurationFigures,
  DurationHistogram,
  Fieldwork,
  FieldworkFigures,
  TargetProgress,
} from "../../../src/model/fieldwork.ts";

/** One response, as its metadata describe it. */
export interface FakeResponse {
  readonly group: string;
  readonly day: string;
  readonly hour: number;
  /** Seconds. */
  readonly took: number;
}

export interface FakeGroup {
  readonly id: string;
  readonly label?: string;
  readonly state?: string;
  readonly target?: number;
  readonly progress?: TargetProgress;
}

export const plainView: FieldworkView = { scope: {}, rule: { share: 1 / 3 }, interval: 300 };

export const threeGroups: readonly FakeGroup[] = [
  {
    id: "grp-0001",
    label: "Website link",
    state: "RUNNING",
    target: 500,
    progress: { state: "expected", on: "2025-03-19", perDay: 14.285714 },
  },
  {
    id: "grp-0002",
    label: "Panel wave 2",
    state: "COMPLETED",
    target: 60,
    progress: { state: "reached", at: "2025-03-03T11:41:09" },
  },
  { id: "grp-0003", label: "Letters to members without an address for mail", state: "READY" },
];

/** Returns responses of consecutive days from 1 March 2025, as many a day as `counts` says. Hours and durations vary. */
export function responsesByDay(
  counts: readonly number[],
  groups = ["grp-0001", "grp-0002"],
): FakeResponse[] {
  return counts.flatMap((count, index) => {
    const day = new Date(Date.UTC(2025, 2, 1 + index)).toISOString().slice(0, 10);
    return Array.from({ length: count }, (_, at) => {
      const mixed = (index * 7919 + at * 104_729) % 9973;
      return {
        group: groups[mixed % groups.length] ?? "",
        day,
        hour: (8 + ((mixed * mixed) % 14)) % 24,
        took: 20 + (mixed % 23) ** 2 + (mixed % 17) * 9,
      };
    });
  });
}

/** Computes the figures of responses in the plainest way. */
export function fieldworkOf(
  told: readonly FakeResponse[],
  groups: readonly FakeGroup[],
  view: FieldworkView = plainView,
): Fieldwork {
  const { scope, rule } = view;
  const below = rule.share * (quantile(durationsOf(told), 0.5) ?? 0);
  const targets = groups.flatMap((it) => it.target ?? []);
  const known = new Set(groups.map((it) => it.id));
  const unknown = [...new Set(told.map((it) => it.group))].filter((it) => !known.has(it));
  const shown =
    scope.collectGroupId === undefined
      ? told
      : told.filter((it) => it.group === scope.collectGroupId);
  const days = [...new Set(shown.map((it) => it.day))].sort();
  return {
    scope,
    rule,
    newest: timesOf(told).at(-1),
    all: {
      ...figuresOf(told, below),
      target: targets.length === groups.length ? targets.reduce((a, b) => a + b, 0) : undefined,
    },
    groups: [...groups, ...unknown.map((id): FakeGroup => ({ id }))].map(
      ({ id, label, state, target, progress }) => ({
        ...figuresOf(
          told.filter((it) => it.group === id),
          below,
        ),
        collectGroupId: id,
        label,
        state,
        target,
        progress,
      }),
    ),
    days: days.map((day) => ({ day, count: shown.filter((it) => it.day === day).length })),
    hours: Array.from(
      { length: 24 },
      (_, hour) =>
        shown.filter((it) => it.hour === hour && (scope.day ?? it.day) === it.day).length,
    ),
    durations: histogramOf(durationsOf(shown)),
  };
}

export function fieldworkAnswer(change: Partial<FieldworkAnswer> = {}): FieldworkAnswer {
  return {
    view: plainView,
    fieldwork: fieldworkOf(responsesByDay([34, 41, 0, 0, 12, 55, 3, 28]), threeGroups),
    reading: { state: "idle" },
    isComplete: true,
    readAt: Date.UTC(2025, 2, 8, 14, 5),
    isRunning: true,
    ...change,
  };
}

function figuresOf(told: readonly FakeResponse[], below: number): FieldworkFigures {
  const times = timesOf(told);
  return {
    responses: told.length,
    timeless: 0,
    first: times[0],
    last: times.at(-1),
    duration: durationOf(durationsOf(told), below),
  };
}

function timesOf(told: readonly FakeResponse[]): string[] {
  return told.map(({ day, hour }) => `${day}T${String(hour).padStart(2, "0")}:30:00`).sort();
}

function durationsOf(told: readonly FakeResponse[]): number[] {
  return told.map((it) => it.took).sort((a, b) => a - b);
}

function durationOf(sorted: readonly number[], below: number): DurationFigures | undefined {
  const [min, q1, median, q3, max] = [0, 0.25, 0.5, 0.75, 1].map((p) => quantile(sorted, p));
  return min === undefined ||
    q1 === undefined ||
    median === undefined ||
    q3 === undefined ||
    max === undefined
    ? undefined
    : {
        ...{ n: sorted.length, unknown: 0, negative: 0, min, q1, median, q3, max, below },
        speeders: sorted.filter((it) => it < below).length,
      };
}

function quantile(sorted: readonly number[], p: number): number | undefined {
  const h = (sorted.length - 1) * p;
  const [low, high] = [sorted[Math.floor(h)], sorted[Math.ceil(h)]];
  return low === undefined || high === undefined ? undefined : low + (h % 1) * (high - low);
}

function histogramOf(sorted: readonly number[]): DurationHistogram | undefined {
  const width = 30;
  const end = quantile(sorted, 0.97);
  return end === undefined
    ? undefined
    : {
        from: 0,
        width,
        counts: Array.from(
          { length: Math.floor(end / width) + 1 },
          (_, bin) => sorted.filter((it) => Math.floor(it / width) === bin).length,
        ),
        beyond: sorted.filter((it) => Math.floor(it / width) > Math.floor(end / width)).length,
      };
}
