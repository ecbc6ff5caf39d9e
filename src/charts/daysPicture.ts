import type { Fieldwork } from "../model/fieldwork.ts";
import type { Words } from "../model/words.ts";
import {
  dayNumber,
  dayOf,
  dayText,
  firstDayOf,
  firstDayOfMonth,
  monthOf,
  numberedDays,
  weekOf,
} from "./days.ts";
import { scopeTitle } from "./fieldworkFigures.ts";
import { countText, pluralText } from "../model/numberText.ts";
import type { Picture, PictureSize } from "./picture.ts";
import { columnsPlot, heightTicks, type Plot } from "./plot.ts";
import { Sketch, textInk } from "./sketch.ts";

/** Minimum and maximum width in CSS pixels: narrower columns are hard to distinguish, wider ones look like areas. */
const minColumn = 4;
const widestColumn = 48;

/** The period of one column. Days are numbers by `dayNumber`. */
interface Unit {
  readonly of: (day: number) => number;
  readonly firstDay: (unit: number) => number;
  readonly title: (words: Words) => string;
  readonly text: (unit: number, words: Words) => string;
  readonly isDay?: true;
}

const day: Unit = {
  of: (it) => it,
  firstDay: (it) => it,
  title: (words) => words.t("Responses per day"),
  text: (it, words) => dayText(dayOf(it), words),
  isDay: true,
};

const week: Unit = {
  of: weekOf,
  firstDay: firstDayOf,
  title: (words) => words.t("Responses per week"),
  text: (it, words) => words.t("Week of {0}", dayText(dayOf(firstDayOf(it)), words)),
};

const month: Unit = {
  of: monthOf,
  firstDay: firstDayOfMonth,
  title: (words) => words.t("Responses per month"),
  text: (it, words) => dayText(dayOf(firstDayOfMonth(it)), words, "month"),
};

function years(count: number): Unit {
  const span = 12 * count;
  const firstDay = (it: number): number => firstDayOfMonth(it * span);
  const year = (it: number, words: Words): string => dayText(dayOf(firstDay(it)), words, "year");
  return {
    of: (it) => Math.floor(monthOf(it) / span),
    firstDay,
    title: (words) =>
      pluralText(words, count, { one: "Responses per year", other: "Responses per {0} years" }),
    text: (it, words) =>
      count === 1
        ? year(it, words)
        : `${year(it, words)} – ${dayText(dayOf(firstDayOfMonth((it + 1) * span - 1)), words, "year")}`,
  };
}

/**
 * Draws responses per day as columns, with gaps on days without responses; per week, month or several years if there is no
 * room for days. The `item` of a day's column is its index in `days`. Returns `undefined` if there are no responses.
 */
export function daysPicture(
  fieldwork: Fieldwork,
  pictureSize: PictureSize,
  words: Words,
): Picture | undefined {
  const days = numberedDays(fieldwork.days);
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) {
    return undefined;
  }
  const sketch = new Sketch(pictureSize);
  // The labels of the vertical axis have about five digits.
  const most = Math.floor((sketch.width - 40) / minColumn);
  const unit = unitFor(first.number, last.number, most);
  const title = scopeTitle(unit.title(words), fieldwork, words);
  sketch.heading(title);

  const columns = new Map<number, number>();
  for (const { number, count } of days) {
    const column = unit.of(number);
    columns.set(column, (columns.get(column) ?? 0) + count);
  }
  const [from, to] = [unit.of(first.number), unit.of(last.number) + 1];
  const highest = Math.max(...columns.values());
  const hasYears = first.day.slice(0, 4) !== last.day.slice(0, 4);
  const x = { from, to: Math.max(to, from + Math.ceil(sketch.width / widestColumn)) };
  const plot = columnsPlot(sketch, x, highest, heightTicks(highest, words));
  const places = new Map(days.map((it) => [it.number, it.index]));
  for (const [column, count] of columns) {
    plot.column({
      from: column + 0.1,
      to: column + 0.9,
      inset: 0,
      value: count,
      title: words.t("{0}: {1}", unit.text(column, words), countText(count, words)),
      item: unit.isDay ? places.get(column) : undefined,
    });
  }
  markChosen(sketch, plot, unit, fieldwork.scope.day);
  plot.xTicks(
    Array.from({ length: to - from }, (_, index) => ({
      at: from + index + 0.5,
      text: tickText(unit, from + index, hasYears, words),
    })),
  );
  sketch.remark([...new Set([first.day, last.day])].map((it) => dayText(it, words)).join(" – "));
  return sketch.picture(title);
}

function unitFor(first: number, last: number, most: number): Unit {
  const columns = (unit: Unit): number => unit.of(last) - unit.of(first) + 1;
  const found = [day, week, month].find((it) => columns(it) <= most);
  return found ?? years(Math.ceil((columns(month) / 12 + 1) / most));
}

/** Draws a line below the column of the day whose hours are shown. */
function markChosen(sketch: Sketch, plot: Plot, unit: Unit, chosen: string | undefined): void {
  const number = chosen === undefined ? undefined : dayNumber(chosen);
  if (number === undefined) {
    return;
  }
  const x = plot.x(unit.of(number));
  if (x >= plot.left && x < plot.right) {
    const width = plot.x(unit.of(number) + 1) - x;
    sketch.add({ kind: "rect", x, y: plot.bottom + 1, width, height: 3, ink: textInk });
  }
}

/** @param hasYears true if the days are of several years, so that labels need the year */
function tickText(unit: Unit, column: number, hasYears: boolean, words: Words): string {
  return unit.isDay || unit === week
    ? dayText(dayOf(unit.firstDay(column)), words, hasYears ? "full" : "day")
    : unit.text(column, words);
}
