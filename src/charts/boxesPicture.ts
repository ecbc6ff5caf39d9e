import type { Histogram, SplitPart, Statistics } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { wrapped } from "./lines.ts";
import { baseNotes, partNotes, splitCaption, undrawnPartsNotes } from "./notes.ts";
import { countText, numberText, roundText } from "../model/numberText.ts";
import type { Picture, PictureSize } from "./picture.ts";
import { Plot } from "./plot.ts";
import { drawnParts, markedText, type SummarisedQuestion } from "./question.ts";
import { axisInk, lineHeight, seriesInk, Sketch, smallSize, textInk } from "./sketch.ts";
import { statisticsNotes } from "./statisticsNotes.ts";
import { ticks } from "./ticks.ts";

/** Maximum number of parts that are drawn. Tables have all. */
const maxBoxes = 40;
/** Width below which names are above their boxes. */
const minBeside = 440;
const boxHeight = 12;
const gap = 8;

interface Row {
  readonly name: readonly string[];
  readonly part: SplitPart;
  readonly height: number;
}

/**
 * Draws a box plot for each part of the split, one per row. Histograms of many parts would take too much room to compare.
 * @param histogram its range is the scale, so that boxes do not jump when the filter changes
 */
export function boxesPicture(
  question: SummarisedQuestion,
  histogram: Histogram,
  pictureSize: PictureSize,
  words: Words,
): Picture {
  const sketch = new Sketch(pictureSize);
  const title = splitCaption(question, words);
  sketch.heading(title);
  const parts = drawnParts(question);
  const isBeside = sketch.width >= minBeside;
  const nameWidth = isBeside ? sketch.width * 0.3 : sketch.width;
  const rows = parts.slice(0, maxBoxes).map((part): Row => {
    const fits = { size: smallSize, most: 2 };
    const name = wrapped(markedText(part, words), nameWidth, fits, sketch.measure);
    const nameHeight = name.length * lineHeight(smallSize);
    const height = isBeside ? Math.max(nameHeight, boxHeight) : nameHeight + boxHeight;
    return { name, part, height: height + gap };
  });

  const to = histogram.from + histogram.width * histogram.counts.length;
  const height = rows.reduce((sum, it) => sum + it.height, 0);
  const left = sketch.left + (isBeside ? nameWidth + gap : 0);
  const x = { from: histogram.from, to };
  const plot = new Plot(sketch, { x, highest: 1, height, left }, []);
  const marks = ticks(x.from, to, Math.max(2, (plot.right - left) / 60));
  let top = plot.top;
  for (const { name, part, height: rowHeight } of rows) {
    const end = sketch.write(name, top, { size: smallSize });
    // Do not draw through a name above the box.
    const from = isBeside ? top : end;
    for (const at of marks) {
      const points = [plot.x(at), from, plot.x(at), top + rowHeight];
      sketch.add({ kind: "line", points, ink: axisInk });
    }
    if (part.statistics) {
      const middle = isBeside ? top + (rowHeight - gap) / 2 : end + boxHeight / 2;
      drawBox(sketch, plot, middle, part, part.statistics, words);
    }
    top += rowHeight;
  }
  plot.xTicks(marks.map((at) => ({ at, text: roundText(at, words) })));
  sketch.remark(
    words.t(
      "Box: the middle half, with the median; the line goes from the smallest to the largest.",
    ),
  );
  for (const it of undrawnPartsNotes(parts.length - rows.length, words)) {
    sketch.remark(it);
  }
  sketch.notes([
    ...statisticsNotes(question, words),
    ...baseNotes(question, words),
    ...partNotes(question, words),
  ]);
  return sketch.picture(title);
}

function drawBox(
  sketch: Sketch,
  plot: Plot,
  middle: number,
  part: SplitPart,
  { min, q1, median, q3, max, n }: Statistics,
  words: Words,
): void {
  const top = middle - boxHeight / 2;
  const number = (value: number): string => numberText(value, words);
  sketch.add(
    {
      kind: "line",
      points: [plot.x(min), middle, plot.x(max), middle],
      ink: seriesInk(0),
    },
    {
      kind: "rect",
      x: plot.x(q1),
      y: top,
      width: Math.max(1, plot.x(q3) - plot.x(q1)),
      height: boxHeight,
      ink: seriesInk(0),
      title: words.t(
        "{0}: median {1}, quartiles {2} and {3}, range {4} to {5}, of {6}",
        markedText(part, words),
        number(median),
        number(q1),
        number(q3),
        number(min),
        number(max),
        countText(n, words),
      ),
    },
    {
      kind: "line",
      points: [plot.x(median), top - 3, plot.x(median), top + boxHeight + 3],
      ink: textInk,
    },
  );
}
