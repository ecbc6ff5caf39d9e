import type {
  DurationFigures,
  DurationHistogram,
  Fieldwork,
  TargetProgress,
} from "../model/fieldwork.ts";
import type { Words } from "../model/words.ts";
import { dayNumber, dayOf, dayText, numberedDays } from "./days.ts";
import {
  durationBinText,
  endOf,
  hoursTitle,
  hourText,
  scopeFigures,
  scopeTitle,
} from "./fieldworkFigures.ts";
import { fitted } from "./lines.ts";
import { countText, durationText } from "../model/numberText.ts";
import type { Ink, Picture, PictureSize } from "./picture.ts";
import { columnsPlot, heightTicks, type Plot } from "./plot.ts";
import {
  baseline,
  lineHeight,
  seriesInk,
  Sketch,
  smallSize,
  targetInk,
  textInk,
} from "./sketch.ts";
import { ticks, timeTicks } from "./ticks.ts";

/** Draws responses by hour, of the scope's day or of all days. Returns `undefined` if there are no responses. */
export function hoursPicture(
  fieldwork: Fieldwork,
  pictureSize: PictureSize,
  words: Words,
): Picture | undefined {
  const { hours } = fieldwork;
  const highest = Math.max(0, ...hours);
  if (highest === 0) {
    return undefined;
  }
  const title = scopeTitle(hoursTitle(fieldwork, words), fieldwork, words);
  const sketch = new Sketch(pictureSize);
  sketch.heading(title);
  const plot = columnsPlot(sketch, { from: 0, to: 24 }, highest, heightTicks(highest, words));
  for (const [hour, count] of hours.entries()) {
    if (count > 0) {
      const title = words.t("{0}: {1}", hourText(hour), countText(count, words));
      plot.column({ from: hour, to: hour + 1, value: count, title });
    }
  }
  plot.xTicks(
    timeTicks(0, 23 * 3600, 8).map((seconds) => ({
      at: seconds / 3600 + 0.5,
      text: `${String(seconds / 3600).padStart(2, "0")}:00`,
    })),
  );
  return sketch.picture(title);
}

/** A day, and the number of responses before it. */
interface CumulativePoint {
  readonly day: number;
  readonly sum: number;
}

/** Forecast of the day on which a target is reached. */
type ExpectedProgress = Extract<TargetProgress, { state: "expected" }>;

/**
 * Draws the cumulative number of responses by day, with the target and the forecast. The line is level on days without
 * responses. Returns `undefined` if there are no responses.
 */
export function cumulativePicture(
  fieldwork: Fieldwork,
  pictureSize: PictureSize,
  words: Words,
): Picture | undefined {
  const days = numberedDays(fieldwork.days);
  const first = days[0]?.number;
  const lastOfScope = days.at(-1)?.number;
  if (first === undefined || lastOfScope === undefined) {
    return undefined;
  }
  // The forecast starts at the newest response of all, which may be of another collect group.
  const last = Math.max(lastOfScope, dayNumber((fieldwork.newest ?? "").slice(0, 10)) ?? 0);
  const { target, progress } = scopeFigures(fieldwork) ?? {};
  const expected = progress?.state === "expected" ? progress : undefined;
  const expectedDay = expected && dayNumber(expected.on);
  // A forecast too far in the future would leave no room for the responses so far.
  const drawnDay =
    expectedDay !== undefined && expectedDay - first <= 4 * (last + 1 - first) + 14
      ? expectedDay
      : undefined;
  const title = scopeTitle(words.t("Responses, cumulative"), fieldwork, words);
  const sketch = new Sketch(pictureSize);
  sketch.heading(title);

  const points = cumulativePoints(days, last);
  const sum = points.at(-1)?.sum ?? 0;
  const highest = Math.max(sum, target ?? 0);
  const end = Math.max(drawnDay === undefined ? 0 : drawnDay + 1, last + 1, first + 2);
  // Leave room for the target's label above its line.
  sketch.y += target === undefined ? 0 : lineHeight(smallSize) / 2;
  const plot = columnsPlot(sketch, { from: first, to: end }, highest, heightTicks(highest, words));
  drawLine(sketch, plot, points, false);
  if (target !== undefined) {
    const y = plot.y(target);
    sketch.add({ kind: "line", points: [plot.left, y, plot.right, y], ink: targetInk });
    const top = y - 4 - baseline(smallSize);
    mark(sketch, plot.left + 4, top, words.t("Target {0}", countText(target, words)), targetInk);
    if (drawnDay !== undefined && expected) {
      // If only open groups can still grow, the line ends below the target by what closed groups have missed.
      const reached = expected.isOfOpen ? sum + expected.perDay * (drawnDay - last) : target;
      const ends = { day: drawnDay + 1, sum: Math.min(reached, target) };
      drawLine(sketch, plot, [{ day: last + 1, sum }, ends], true);
    }
  }
  const most = Math.max(2, (plot.right - plot.left) / 70);
  plot.xTicks(
    ticks(0, end - 1 - first, most, 1).map((it) => ({
      at: first + it,
      text: dayText(dayOf(first + it), words, end - first > 300 ? "month" : "day"),
    })),
  );
  if (expected && drawnDay !== undefined) {
    sketch.remark(expectedText(expected, words));
  }
  return sketch.picture(title);
}

function cumulativePoints(
  days: readonly { readonly number: number; readonly count: number }[],
  last: number,
): CumulativePoint[] {
  const points: CumulativePoint[] = [];
  let sum = 0;
  for (const { number, count } of days) {
    points.push({ day: number, sum }, { day: number + 1, sum: sum + count });
    sum += count;
  }
  if (last >= (points.at(-1)?.day ?? Infinity)) {
    points.push({ day: last + 1, sum });
  }
  return points;
}

function drawLine(
  sketch: Sketch,
  plot: Plot,
  line: readonly CumulativePoint[],
  isDashed: boolean,
): void {
  const points = line.flatMap(({ day, sum }) => [plot.x(day), plot.y(sum)]);
  sketch.add({ kind: "line", points, ink: seriesInk(0), ...(isDashed ? { isDashed } : {}) });
}

function expectedText({ perDay, on, isOfOpen }: ExpectedProgress, words: Words): string {
  const rate = countText(perDay, words);
  const day = dayText(on, words);
  return isOfOpen
    ? words.t("Dashed: open groups reach their targets by {1} at {0} a day.", rate, day)
    : words.t("Dashed: target by {1} at {0} a day.", rate, day);
}

/**
 * Draws a histogram of durations, with the median, the quartiles and the limit for possible speeders. The last column has
 * all durations beyond the other bins. Returns `undefined` if no response has a duration.
 */
export function durationsPicture(
  fieldwork: Fieldwork,
  pictureSize: PictureSize,
  words: Words,
): Picture | undefined {
  const { durations } = fieldwork;
  const duration = scopeFigures(fieldwork)?.duration;
  if (!durations || !duration) {
    return undefined;
  }
  const { from, width, counts, beyond } = durations;
  const title = scopeTitle(words.t("Duration"), fieldwork, words);
  const sketch = new Sketch(pictureSize);
  sketch.heading(title);
  const end = endOf(durations);
  // A gap separates the last column, which is not a bin.
  const to = beyond > 0 ? end + 2 * width : end;
  const highest = Math.max(beyond, ...counts);
  const marksTop = sketch.y;
  sketch.y += 2 * lineHeight(smallSize);
  const plot = columnsPlot(sketch, { from, to }, highest, heightTicks(highest, words));
  drawDurations(plot, durations, words);
  drawDurationMarks(sketch, plot, { from, end, top: marksTop }, duration, words);
  plot.xTicks(
    timeTicks(from, end, Math.max(2, (plot.right - plot.left) / 80)).map((at) => ({
      at,
      text: durationText(at, words),
    })),
  );
  const below = [
    words.t(
      "Dashed: the quartiles, {0} and {1}.",
      durationText(duration.q1, words),
      durationText(duration.q3, words),
    ),
    ...(beyond > 0 ? [words.t("The last column: {0} and more.", durationText(end, words))] : []),
  ];
  sketch.remark(below.join(" "));
  return sketch.picture(title);
}

function drawDurations(plot: Plot, durations: DurationHistogram, words: Words): void {
  const { from, width, counts, beyond } = durations;
  for (const [bin, count] of counts.entries()) {
    if (count > 0) {
      plot.column({
        from: from + bin * width,
        to: from + (bin + 1) * width,
        value: count,
        title: words.t("{0}: {1}", durationBinText(durations, bin, words), countText(count, words)),
      });
    }
  }
  if (beyond > 0) {
    const end = endOf(durations);
    const name = words.t("{0} and more", durationText(end, words));
    plot.column({
      from: end + width,
      to: end + 2 * width,
      value: beyond,
      title: words.t("{0}: {1}", name, countText(beyond, words)),
    });
  }
}

/** Draws lines at the quartiles, the median and the limit for possible speeders, if they are in the plot. */
function drawDurationMarks(
  sketch: Sketch,
  plot: Plot,
  { from, end, top }: { readonly from: number; readonly end: number; readonly top: number },
  { q1, median, q3, below }: DurationFigures,
  words: Words,
): void {
  const isInPlot = (seconds: number): boolean => seconds >= from && seconds <= end;
  const line = (seconds: number, begin: number, ink: Ink, isDashed: boolean): void => {
    if (isInPlot(seconds)) {
      const x = plot.x(seconds);
      sketch.add({ kind: "line", points: [x, begin, x, plot.bottom], ink, isDashed });
    }
  };
  const [upper, lower] = [top, top + lineHeight(smallSize)];
  line(q1, plot.top, textInk, true);
  line(q3, plot.top, textInk, true);
  line(below, upper, targetInk, false);
  line(median, lower, textInk, false);
  const named = (seconds: number, height: number, name: string, ink: Ink): void => {
    if (isInPlot(seconds)) {
      mark(sketch, plot.x(seconds) + 4, height, name, ink);
    }
  };
  const speeders = words.t("Possible speeders below {0}", durationText(below, words));
  named(below, upper, speeders, targetInk);
  named(median, lower, words.t("Median {0}", durationText(median, words)), textInk);
}

/** Draws a text from `top` on beside a line, moved to the left as far as it would not fit. */
function mark(sketch: Sketch, x: number, top: number, name: string, ink: Ink): void {
  const short = fitted(name, sketch.width, { size: smallSize }, sketch.measure);
  const width = sketch.measure(short, smallSize, false);
  sketch.write([short], top, { x: Math.min(x, sketch.right - width), ink, size: smallSize });
}
