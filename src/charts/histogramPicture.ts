import type { Histogram } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { binText, comparedBin } from "./histogramTables.ts";
import { baseNotes, partNotes, splitCaption } from "./notes.ts";
import { roundText, shareText } from "../model/numberText.ts";
import type { Picture, PictureSize } from "./picture.ts";
import { axisLeft, columnsPlot, heightTicks, type Plot } from "./plot.ts";
import {
  baseOf,
  drawnParts,
  markedText,
  percentOf,
  questionTitle,
  type SummarisedQuestion,
} from "./question.ts";
import { seriesInk, Sketch, smallSize } from "./sketch.ts";
import { statisticsNotes } from "./statisticsNotes.ts";
import { ticks } from "./ticks.ts";

/** One row of bins, or two side by side. */
interface Band {
  readonly name: string;
  readonly counts: readonly (readonly (number | undefined)[])[];
  /** Count that is 100 %, for each of `counts`. */
  readonly wholes: readonly number[];
}

/**
 * Draws the histogram of numbers. A single one shows counts. Beside the compared summary, or for the split's parts one below
 * the other, it shows percentages, because they have different numbers of responses. The `item` of a bar is its bin.
 * @param chosen the bin that the filter selects: it has a bar even if it is empty, so that it can be clicked again
 */
export function histogramPicture(
  question: SummarisedQuestion,
  histogram: Histogram,
  pictureSize: PictureSize,
  words: Words,
  chosen?: number,
): Picture {
  const { compared } = question;
  const sketch = new Sketch(pictureSize);
  const bands = bandsOf(question, histogram, words);
  const isSplit = bands.length > 1 || bands[0]?.name !== "";
  const title = isSplit ? splitCaption(question, words) : questionTitle(question.column);
  sketch.heading(title);
  if (compared) {
    sketch.legend(compared.names);
  }
  const isPercent = isSplit || compared !== undefined;
  const height = ({ counts, wholes }: Band, at: number, bin: number): number | undefined => {
    const count = counts[at]?.[bin];
    return isPercent ? percentOf(count, wholes[at] ?? 0) : count;
  };
  const highest = Math.max(
    0,
    ...bands.flatMap((band) =>
      band.counts.flatMap((counts, at) => counts.map((_, bin) => height(band, at, bin) ?? 0)),
    ),
  );
  const yTicks = heightTicks(highest, words, { isPercent, most: isSplit ? 2 : 4 });
  const left = axisLeft(sketch, yTicks);
  const end = histogram.from + histogram.width * histogram.counts.length;
  const xTicks = ticks(histogram.from, end, Math.max(2, (sketch.right - left) / 60)).map((at) => ({
    at,
    text: roundText(at, words),
  }));
  for (const band of bands) {
    if (isSplit) {
      sketch.lines(band.name, { size: smallSize, most: 3 });
    }
    const x = { from: histogram.from, to: end };
    const plot = columnsPlot(sketch, x, highest, yTicks, isSplit ? 56 : 120);
    drawBins(plot, { histogram, band, height, chosen }, words);
    plot.xTicks(xTicks);
    sketch.y += isSplit ? 8 : 0;
  }
  sketch.notes([
    ...statisticsNotes(question, words),
    ...baseNotes(question, words),
    ...partNotes(question, words),
  ]);
  return sketch.picture(title);
}

function bandsOf(question: SummarisedQuestion, histogram: Histogram, words: Words): Band[] {
  const { summary, compared, base } = question;
  const whole = baseOf(summary.bases, base).count;
  if (compared) {
    return [
      {
        name: "",
        counts: [
          histogram.counts,
          histogram.counts.map((_, bin) => comparedBin(histogram, compared.summary, bin)),
        ],
        wholes: [whole, baseOf(compared.summary.bases, base).count],
      },
    ];
  }
  const parts = drawnParts(question);
  return parts.length === 0
    ? [{ name: "", counts: [histogram.counts], wholes: [whole] }]
    : parts.map((it) => ({
        name: markedText(it, words),
        counts: [it.histogram ?? []],
        wholes: [baseOf(it.bases, base).count],
      }));
}

interface Bars {
  readonly histogram: Histogram;
  readonly band: Band;
  readonly height: (band: Band, at: number, bin: number) => number | undefined;
  readonly chosen: number | undefined;
}

function drawBins(plot: Plot, { histogram, band, height, chosen }: Bars, words: Words): void {
  // If a bin has several bars, a gap separates them from those of the next bin.
  const bars = band.counts.length;
  const gap = bars > 1 ? histogram.width / 10 : 0;
  const width = (histogram.width - gap) / bars;
  for (const [at, counts] of band.counts.entries()) {
    for (const [bin, count] of counts.entries()) {
      if (count === undefined || (count <= 0 && !(at === 0 && bin === chosen))) {
        continue;
      }
      const from = histogram.from + bin * histogram.width + gap / 2 + at * width;
      const percent = percentOf(count, band.wholes[at] ?? 0);
      const range = binText(histogram, bin, words);
      const what = band.name === "" ? range : words.t("{0}, {1}", range, band.name);
      plot.column({
        from,
        to: from + width,
        value: height(band, at, bin) ?? 0,
        ink: seriesInk(at),
        title: words.t("{0}: {1}", what, shareText(count, percent, words)),
        // Bars of the compared filter cannot be clicked, because a click changes the panel's own filter.
        item: at === 0 ? bin : undefined,
      });
    }
  }
}
