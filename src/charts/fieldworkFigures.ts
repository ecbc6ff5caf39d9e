import type {
  DayCount,
  DurationHistogram,
  Fieldwork,
  FieldworkFigures,
  GroupFigures,
} from "../model/fieldwork.ts";
import type { Words } from "../model/words.ts";
import { cell, countCell, nothing, numberHead, percentCell, textCell, textHead } from "./cells.ts";
import { dayNumber, dayOf, dayText, timeText } from "./days.ts";
import { countText, durationText, targetPercentText } from "../model/numberText.ts";
import { percentOf } from "./question.ts";
import type { FigureCell, FigureRow, FigureTable } from "./table.ts";

/** Maximum length of fieldwork, in days, for which every day is listed. If it is longer, only days with responses are. */
const maxDays = 1000;

/** Returns all tables of fieldwork. */
export function fieldworkTables(fieldwork: Fieldwork, words: Words): FigureTable[] {
  return [
    groupsTable(fieldwork, words),
    daysTable(fieldwork, words),
    hoursTable(fieldwork, words),
    durationsTable(fieldwork, words),
  ].filter((it) => it !== undefined);
}

/** Returns the figures of the scope; `undefined` if neither the survey nor a response has its collect group. */
export function scopeFigures({ scope, all, groups }: Fieldwork): FieldworkFigures | undefined {
  const { collectGroupId } = scope;
  return collectGroupId === undefined
    ? all
    : groups.find((it) => it.collectGroupId === collectGroupId);
}

/** Returns the title of a picture or table, with the collect group of the scope. */
export function scopeTitle(title: string, { scope, groups }: Fieldwork, words: Words): string {
  if (scope.collectGroupId === undefined) {
    return title;
  }
  const group = groups.find((it) => it.collectGroupId === scope.collectGroupId);
  return words.t("{0}: {1}", title, group ? groupName(group) : scope.collectGroupId);
}

export function groupName({ label, collectGroupId }: GroupFigures): string {
  return label === undefined || label === "" ? collectGroupId : label;
}

/** Returns all days from the first to the last; days without responses have the count 0. */
function daysInRow(days: readonly DayCount[]): DayCount[] {
  const counts = new Map(days.map((it) => [it.day, it.count]));
  const first = dayNumber(days[0]?.day ?? "");
  const last = dayNumber(days.at(-1)?.day ?? "");
  if (first === undefined || last === undefined) {
    return [];
  }
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = dayOf(first + index);
    return { day, count: counts.get(day) ?? 0 };
  });
}

/** Returns a table with one row per day, including days without responses unless there are too many. */
export function daysTable(fieldwork: Fieldwork, words: Words): FigureTable | undefined {
  const { days } = fieldwork;
  if (days.length === 0) {
    return undefined;
  }
  const range = (dayNumber(days.at(-1)?.day ?? "") ?? 0) - (dayNumber(days[0]?.day ?? "") ?? 0);
  const isWhole = range < maxDays;
  let sum = 0;
  return {
    caption: scopeTitle(words.t("Responses per day"), fieldwork, words),
    head: [
      textHead(words.t("Day")),
      numberHead(words.t("Responses")),
      numberHead(words.t("Cumulative")),
    ],
    rows: (isWhole ? daysInRow(days) : days).map(({ day, count }) => {
      sum += count;
      return {
        cells: [
          { text: dayText(day, words), value: day },
          countCell(count, words),
          countCell(sum, words),
        ],
      };
    }),
    notes: [
      timesNote(words),
      ...timelessNote(fieldwork, words),
      ...(isWhole ? [] : [words.t("Days without responses are left out.")]),
    ],
  };
}

export function hoursTable(fieldwork: Fieldwork, words: Words): FigureTable | undefined {
  const { hours } = fieldwork;
  if (hours.every((it) => it === 0)) {
    return undefined;
  }
  return {
    caption: scopeTitle(hoursTitle(fieldwork, words), fieldwork, words),
    head: [textHead(words.t("Hour")), numberHead(words.t("Responses"))],
    rows: hours.map((count, hour) => ({
      cells: [textCell(hourText(hour)), countCell(count, words)],
    })),
    notes: [timesNote(words), ...timelessNote(fieldwork, words)],
  };
}

export function hoursTitle({ scope: { day } }: Fieldwork, words: Words): string {
  return day === undefined
    ? words.t("Responses per hour of the day")
    : words.t("Responses per hour on {0}", dayText(day, words));
}

export function hourText(hour: number): string {
  const two = String(hour).padStart(2, "0");
  return `${two}:00 – ${two}:59`;
}

export function durationsTable(fieldwork: Fieldwork, words: Words): FigureTable | undefined {
  const { durations } = fieldwork;
  const duration = scopeFigures(fieldwork)?.duration;
  if (!durations || !duration) {
    return undefined;
  }
  const row = (name: string, count: number): FigureRow => ({
    cells: [
      textCell(name),
      countCell(count, words),
      percentCell(percentOf(count, duration.n), words),
    ],
  });
  return {
    caption: scopeTitle(words.t("Duration"), fieldwork, words),
    head: [
      textHead(words.t("Duration")),
      numberHead(words.t("Responses")),
      numberHead(words.t("Percent")),
    ],
    rows: [
      ...durations.counts.map((count, bin) => row(durationBinText(durations, bin, words), count)),
      ...(durations.beyond > 0
        ? [row(words.t("{0} and more", durationText(endOf(durations), words)), durations.beyond)]
        : []),
    ],
    notes: durationNotes(fieldwork, words),
  };
}

/** Returns the end of the last bin, in seconds. */
export function endOf({ from, width, counts }: DurationHistogram): number {
  return from + width * counts.length;
}

export function durationBinText(
  { from, width }: DurationHistogram,
  bin: number,
  words: Words,
): string {
  const low = durationText(from + bin * width, words);
  return `${low} – <${durationText(from + (bin + 1) * width, words)}`;
}

function durationNotes(fieldwork: Fieldwork, words: Words): string[] {
  const duration = scopeFigures(fieldwork)?.duration;
  if (!duration) {
    return [];
  }
  const time = (seconds: number): string => durationText(seconds, words);
  return [
    words.t(
      "Median {0}, quartiles {1} and {2}, shortest {3}, longest {4}.",
      time(duration.median),
      time(duration.q1),
      time(duration.q3),
      time(duration.min),
      time(duration.max),
    ),
    words.t(
      "Possible speeders, below {0}: {1}.",
      time(duration.below),
      countText(duration.speeders, words),
    ),
    ...(duration.unknown > 0
      ? [words.t("Responses without a duration: {0}.", countText(duration.unknown, words))]
      : []),
    ...(duration.negative > 0
      ? [
          words.t(
            "Responses that end before they start, excluded: {0}.",
            countText(duration.negative, words),
          ),
        ]
      : []),
  ];
}

function timesNote(words: Words): string {
  return words.t("Times as sent, without time-zone conversion.");
}

function timelessNote(fieldwork: Fieldwork, words: Words): string[] {
  const timeless = scopeFigures(fieldwork)?.timeless ?? 0;
  return timeless > 0
    ? [words.t("Responses without a time, excluded: {0}.", countText(timeless, words))]
    : [];
}

/** Returns a table with one row per collect group, and one for all. */
export function groupsTable({ all, groups }: Fieldwork, words: Words): FigureTable {
  const row = (name: string, state: string, it: FieldworkFigures): FigureRow => ({
    cells: [
      textCell(name),
      textCell(state),
      countCell(it.responses, words),
      countCell(it.target, words),
      percentOfTarget(it, words),
      textCell(progressText(it, words)),
      timeCell(it.first, words),
      timeCell(it.last, words),
      cell(it.duration?.median, (seconds) => durationText(seconds, words)),
      countCell(it.duration?.speeders, words),
    ],
  });
  return {
    caption: words.t("Collect groups"),
    head: [
      textHead(words.t("Group")),
      textHead(words.t("State")),
      numberHead(words.t("Responses")),
      numberHead(words.t("Target")),
      numberHead(words.t("Percent of target")),
      textHead(words.t("Progress")),
      textHead(words.t("First")),
      textHead(words.t("Last")),
      numberHead(words.t("Median duration")),
      numberHead(words.t("Possible speeders")),
    ],
    rows: [
      ...groups.map((it) => row(groupName(it), it.state ?? "", it)),
      { ...row(words.t("All"), "", all), isFoot: true },
    ],
    notes: [timesNote(words)],
  };
}

function percentOfTarget({ responses, target }: FieldworkFigures, words: Words): FigureCell {
  return target === undefined
    ? nothing
    : {
        text: targetPercentText(responses, target, words),
        value: percentOf(responses, target),
      };
}

function timeCell(time: string | undefined, words: Words): FigureCell {
  return time === undefined ? nothing : { text: timeText(time, words), value: time };
}

/** Returns the progress towards the target; empty if there is none. */
export function progressText(
  { progress, responses, target = 1 }: Pick<FieldworkFigures, "progress" | "responses" | "target">,
  words: Words,
): string {
  const share = (): string => targetPercentText(responses, target, words);
  switch (progress?.state) {
    case "reached":
      return words.t("reached {0}", timeText(progress.at, words));
    case "expected": {
      const [day, perDay] = [dayText(progress.on, words), countText(progress.perDay, words)];
      return progress.isOfOpen
        ? words.t("Open groups: target by {0} ({1} a day)", day, perDay)
        : words.t("Target by {0} ({1} a day)", day, perDay);
    }
    case "closed":
      return words.t("closed at {0}", share());
    case "paused":
      return words.t("paused at {0}", share());
    case "full":
      return words.t("Open groups: targets reached");
    case "early":
      return words.t("no forecast yet");
    case "stalled":
      return words.t("no recent responses");
    case undefined:
      return "";
  }
}
