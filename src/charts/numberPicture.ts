import type { Histogram } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { boxesPicture } from "./boxesPicture.ts";
import { histogramPicture } from "./histogramPicture.ts";
import type { Picture } from "./picture.ts";
import type { SummarisedQuestion } from "./question.ts";
import type { PictureSize } from "./pictureSize.ts";

/** Maximum number of parts for which a histogram each is drawn. */
const maxHistograms = 4;

/**
 * Draws numbers as a histogram, as one for each of a few parts, or as boxes for many parts.
 * @param chosen see `histogramPicture`
 */
export function numberPicture(
  question: SummarisedQuestion,
  histogram: Histogram,
  pictureSize: PictureSize,
  words: Words,
  chosen?: number,
): Picture {
  const parts = question.compared ? undefined : question.summary.split?.parts;
  // Empty parts count too, so that the kind of picture does not change with the filter.
  return parts && parts.length > maxHistograms
    ? boxesPicture(question, histogram, pictureSize, words)
    : histogramPicture(question, histogram, pictureSize, words, chosen);
}
