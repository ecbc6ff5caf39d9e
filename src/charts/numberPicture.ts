import type { Histogram } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { boxesPicture } from "./boxesPicture.ts";
import { histogramPicture } from "./histogramPicture.ts";
import type { Picture } from "./picture.ts";
import type { Question } from "./question.ts";
import type { PictureSize } from "./pictureSize.ts";

/** Parts of a split that have a histogram each. */
const mostHistograms = 4;

/**
 * Numbers as a histogram, one for each of a few parts; many parts as boxes.
 * @param chosen see `histogramPicture`
 */
export function numberPicture(
  question: Question,
  histogram: Histogram,
  pictureSize: PictureSize,
  words: Words,
  chosen?: number,
): Picture {
  const parts = question.compared ? undefined : question.summary.split?.parts;
  // Parts of nobody count: the form is not to change with the filter.
  return parts && parts.length > mostHistograms
    ? boxesPicture(question, histogram, pictureSize, words)
    : histogramPicture(question, histogram, pictureSize, words, chosen);
}
