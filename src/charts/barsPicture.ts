import type { Words } from "../model/words.ts";
import { barsOf, type Bar, type BarRow } from "./bars.ts";
import { pluralText, shareText } from "../model/numberText.ts";
import { wrapped } from "./lines.ts";
import {
  baseNotes,
  differenceNotes,
  partNotes,
  splitCaption,
  testNotes,
  undrawnPartsNotes,
} from "./notes.ts";
import type { Picture, PictureSize } from "./picture.ts";
import { drawnParts, markedText, questionTitle, type SummarisedQuestion } from "./question.ts";
import { axisInk, lineHeight, maxSeries, Sketch, smallSize, textSize } from "./sketch.ts";
import { statisticsNotes } from "./statisticsNotes.ts";

/** Maximum numbers of values and parts that are drawn. Tables have all. */
const maxOptions = 60;
const maxTexts = 20;
const maxParts = 24;

/**
 * Draws the values as horizontal bars with count and percent at their ends, on an axis from 0 to 100 percent. Bars of the
 * compared summary or of the split's parts are side by side, with a legend if there are enough colours, otherwise each with
 * its name. The `item` of a bar is the value's index in the summary.
 */
export function barsPicture(
  question: SummarisedQuestion,
  pictureSize: PictureSize,
  words: Words,
): Picture {
  const { summary } = question;
  const isSplit = (summary.split?.parts.length ?? 0) > 0 && !question.compared;
  const title = isSplit ? splitCaption(question, words) : questionTitle(question.column);
  const parts = drawnParts(question);
  const shownParts = parts.slice(0, maxParts);
  const { series, rows: all } = barsOf(question, shownParts, words);
  const isNamed = series.length > maxSeries;
  const rows = all.slice(0, summary.kind === "text" ? maxTexts : maxOptions);

  const sketch = new Sketch(pictureSize);
  sketch.heading(title);
  if (series.length > 1 && !isNamed) {
    sketch.legend(series.map((it) => it.markedName));
  }
  drawRows(sketch, rows, isNamed, words);
  const hidden = all.length - rows.length;
  if (hidden > 0) {
    sketch.remark(
      pluralText(words, hidden, {
        one: "{0} value not shown here; see the table.",
        other: "{0} values not shown here; see the table.",
      }),
    );
  }
  for (const it of undrawnPartsNotes(parts.length - shownParts.length, words)) {
    sketch.remark(it);
  }
  sketch.notes([
    ...statisticsNotes(question, words),
    ...baseNotes(question, words),
    ...differenceNotes(question, words),
    ...(isSplit ? [...partNotes(question, words), ...testNotes(question, words)] : []),
  ]);
  return sketch.picture(title);
}

const gap = 8;
/** Width below which labels are above their bars, unless all labels are short. */
const minBeside = 440;

function drawRows(sketch: Sketch, rows: readonly BarRow[], isNamed: boolean, words: Words): void {
  const { measure, left, width } = sketch;
  const ends = rows.flatMap(({ bars }) => bars.map((it) => endText(it, words)));
  const endSize = rows.some(({ bars }) => bars.length > 1) ? smallSize : textSize;
  const endWidth = Math.max(0, ...ends.map((it) => measure(it, endSize, false)));
  const labels = rows.map((it) => markedText(it.answer, words));
  const widest = Math.max(0, ...labels.map((it) => measure(it, textSize, false))) + 1;
  const isBeside = !isNamed && (width >= minBeside || widest <= width * 0.3);
  const labelWidth = isBeside ? Math.min(width * 0.42, widest) : width;
  const nameWidth = isNamed
    ? Math.min(
        width * 0.35,
        Math.max(
          0,
          ...rows.flatMap(({ bars }) =>
            bars.map((it) => measure(it.series.markedName, smallSize, false)),
          ),
        ) + 1,
      )
    : 0;
  const start = left + (isBeside ? labelWidth + gap : 0) + (isNamed ? nameWidth + gap : 0);
  const fullLength = Math.max(40, sketch.right - start - gap - endWidth);

  for (const [index, row] of rows.entries()) {
    const label = labels[index] ?? "";
    const lines = wrapped(label, labelWidth, { size: textSize, isBold: isNamed }, measure);
    const top = sketch.y;
    const labelEnd = sketch.write(lines, top, { isBold: isNamed });
    const first = isBeside ? top : labelEnd;
    let y = first;
    for (const bar of row.bars) {
      const names = isNamed
        ? wrapped(bar.series.markedName, nameWidth, { size: smallSize, most: 3 }, measure)
        : [];
      const height = row.bars.length === 1 ? lineHeight(textSize) : lineHeight(smallSize);
      sketch.write(names, y, { size: smallSize });
      drawBar(sketch, bar, { start, fullLength, y, height, size: endSize, label }, words);
      y += Math.max(height, names.length * lineHeight(smallSize));
    }
    sketch.add({ kind: "line", points: [start, first, start, y], ink: axisInk });
    sketch.y = Math.max(labelEnd, y) + (isBeside ? 6 : 8);
  }
}

interface BarPlace {
  readonly start: number;
  /** Length of a bar of 100 percent. */
  readonly fullLength: number;
  readonly y: number;
  readonly height: number;
  readonly size: number;
  readonly label: string;
}

function drawBar(
  sketch: Sketch,
  bar: Bar,
  { start, fullLength, y, height, size, label }: BarPlace,
  words: Words,
): void {
  const end = endText(bar, words);
  const length = (fullLength * (bar.percent ?? 0)) / 100;
  if (length > 0) {
    const { markedName } = bar.series;
    const what = markedName === "" ? label : words.t("{0}, {1}", label, markedName);
    sketch.add({
      kind: "rect",
      x: start,
      y: y + 2,
      // A count above 0 is always visible.
      width: Math.max(1, length),
      height: height - 4,
      ink: bar.ink,
      title: words.t("{0}: {1}", what, end),
      ...(bar.item === undefined ? {} : { item: bar.item }),
    });
  }
  sketch.write([end], y + (height - lineHeight(size)) / 2, { x: start + length + 6, size });
}

/** Returns the text as `shareText`, or "?" if the value is not listed. */
function endText({ count, percent }: Bar, words: Words): string {
  return count === undefined ? "?" : shareText(count, percent, words);
}
