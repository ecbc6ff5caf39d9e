import { countText, shareText } from "./numbers.ts";
import { wrapped } from "./lines.ts";
import {
  baseNotes,
  differenceNotes,
  partNotes,
  splitCaption,
  testNotes,
  undrawnPartsNotes,
} from "./notes.ts";
import type { Ink, Picture } from "./picture.ts";
import {
  answerRows,
  baseOf,
  drawnParts,
  markedText,
  percentOf,
  questionTitle,
  type Question,
} from "./question.ts";
import type { PictureSize } from "./pictureSize.ts";
import {
  axis,
  baseline,
  lineHeight,
  mostSeries,
  series,
  Sketch,
  smallSize,
  text,
  textSize,
} from "./sketch.ts";
import { statisticsNotes } from "./statisticsNotes.ts";
import type { Words } from "./words.ts";

/** Values and parts that are drawn; tables have all. */
const mostOptions = 60;
const mostTexts = 20;
const mostParts = 24;

/** One bar of a row: of a summary, or of a part of the split. */
interface Bar {
  readonly name: string;
  readonly count: number | undefined;
  readonly percent: number | undefined;
  readonly ink: Ink;
  readonly item: number | undefined;
}

interface BarRow {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/**
 * The values as horizontal bars with count and percent at their ends, on an axis from 0 to 100 percent. Beside each other those of the compared summary, or of the split's parts: with a legend where each can have a colour of its own, else
 * named one by one. A click on a bar is about the value's place in the summary (`item`).
 */
export function barsPicture(question: Question, pictureSize: PictureSize, words: Words): Picture {
  const { summary } = question;
  const parts = sideBySide(question, words);
  const hasLegend = parts.length > 1 && parts.length <= mostSeries;
  const isNamed = parts.length > mostSeries;
  const isSplit = (summary.split?.parts.length ?? 0) > 0 && !question.compared;
  const title = isSplit ? splitCaption(question, words) : questionTitle(question.column);
  const most = summary.kind === "text" ? mostTexts : mostOptions;
  const all = answerRows(question);
  const shownParts = parts.slice(0, mostParts);
  const rows = all.slice(0, most).map(({ answer, index, counts }): BarRow => ({
    label: markedText(answer, words),
    bars: shownParts.map((part, at): Bar => {
      const count =
        part.counts === undefined
          ? counts[at]
          : index === undefined
            ? 0
            : (part.counts[index] ?? 0);
      return {
        name: part.name,
        count,
        percent: percentOf(count, part.base),
        ink:
          answer.isUnknown && parts.length === 1 ? { kind: "unknown" } : series(isNamed ? 0 : at),
        item: question.compared && at > 0 ? undefined : index,
      };
    }),
  }));

  const sketch = new Sketch(pictureSize);
  sketch.heading(title);
  if (hasLegend) {
    sketch.legend(parts.map((it) => it.name));
  }
  drawRows(sketch, rows, isNamed, words);
  const hidden = all.length - rows.length;
  if (hidden > 0) {
    sketch.remark(
      hidden === 1
        ? words.t("Not drawn: 1 value; the table has it.")
        : words.t("Not drawn: {0} values; the table has them.", countText(hidden, words)),
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

interface Part {
  readonly name: string;
  /** How many are 100 %. */
  readonly base: number;
  /** By value of the summary; absent: those of the answer rows. */
  readonly counts?: readonly number[];
}

/** What stands side by side for each value. Parts to which no response belongs are not drawn. */
function sideBySide(question: Question, words: Words): Part[] {
  const { summary, base, compared } = question;
  const count = baseOf(summary.bases, base).count;
  if (compared) {
    const [name, otherName] = compared.names;
    return [
      { name, base: count },
      { name: otherName, base: baseOf(compared.summary.bases, base).count },
    ];
  }
  const parts = drawnParts(question);
  return parts.length === 0
    ? [{ name: "", base: count }]
    : parts.map((it) => ({
        name: markedText(it, words),
        base: baseOf(it.bases, base).count,
        counts: it.counts,
      }));
}

const gap = 8;
/** Narrower pictures have labels above their bars, unless all are short. */
const leastBeside = 440;

function drawRows(sketch: Sketch, rows: readonly BarRow[], isNamed: boolean, words: Words): void {
  const { measure, left, width } = sketch;
  const ends = rows.flatMap(({ bars }) => bars.map((it) => endText(it, words)));
  const endSize = rows.some(({ bars }) => bars.length > 1) ? smallSize : textSize;
  const endWidth = Math.max(0, ...ends.map((it) => measure(it, endSize, false)));
  const widest = Math.max(0, ...rows.map((it) => measure(it.label, textSize, false))) + 1;
  const isBeside = !isNamed && (width >= leastBeside || widest <= width * 0.3);
  const labelWidth = isBeside ? Math.min(width * 0.42, widest) : width;
  const nameWidth = isNamed
    ? Math.min(
        width * 0.35,
        Math.max(
          0,
          ...rows.flatMap(({ bars }) => bars.map((it) => measure(it.name, smallSize, false))),
        ) + 1,
      )
    : 0;
  const start = left + (isBeside ? labelWidth + gap : 0) + (isNamed ? nameWidth + gap : 0);
  const pictureSize = Math.max(40, sketch.right - start - gap - endWidth);

  for (const row of rows) {
    const lines = wrapped(row.label, labelWidth, { size: textSize, isBold: isNamed }, measure);
    const top = sketch.y;
    const labelEnd = sketch.write(lines, top, { isBold: isNamed });
    const first = isBeside ? top : labelEnd;
    let y = first;
    for (const bar of row.bars) {
      const names = isNamed
        ? wrapped(bar.name, nameWidth, { size: smallSize, most: 3 }, measure)
        : [];
      const height = row.bars.length === 1 ? lineHeight(textSize) : lineHeight(smallSize);
      sketch.write(names, y, { size: smallSize });
      drawBar(
        sketch,
        bar,
        { start, pictureSize, y, height, size: endSize, label: row.label },
        words,
      );
      y += Math.max(height, names.length * lineHeight(smallSize));
    }
    sketch.add({ kind: "line", points: [start, first, start, y], ink: axis });
    sketch.y = Math.max(labelEnd, y) + (isBeside ? 6 : 8);
  }
}

interface BarPlace {
  readonly start: number;
  /** Of 100 percent. */
  readonly pictureSize: number;
  readonly y: number;
  readonly height: number;
  readonly size: number;
  readonly label: string;
}

function drawBar(
  sketch: Sketch,
  bar: Bar,
  { start, pictureSize, y, height, size, label }: BarPlace,
  words: Words,
): void {
  const end = endText(bar, words);
  const length = (pictureSize * (bar.percent ?? 0)) / 100;
  if (length > 0) {
    const what = bar.name === "" ? label : words.t("{0}, {1}", label, bar.name);
    sketch.add({
      kind: "rect",
      x: start,
      y: y + 2,
      // What was given can be seen.
      width: Math.max(1, length),
      height: height - 4,
      ink: bar.ink,
      title: words.t("{0}: {1}", what, end),
      ...(bar.item === undefined ? {} : { item: bar.item }),
    });
  }
  sketch.add({
    kind: "text",
    x: start + length + 6,
    y: y + (height - lineHeight(size)) / 2 + baseline(size),
    text: end,
    anchor: "start",
    ink: text,
    size,
  });
}

/** As `shareText`; where the value is not listed, "?". */
function endText({ count, percent }: Bar, words: Words): string {
  return count === undefined ? "?" : shareText(count, percent, words);
}
