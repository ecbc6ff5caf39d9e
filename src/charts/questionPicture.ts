import type { Words } from "../model/words.ts";
import { barsPicture } from "./barsPicture.ts";
import type { Picture, PictureSize } from "./picture.ts";
import type { SummarisedQuestion } from "./question.ts";
import { hasOnlyIdentifiers } from "./statisticsNotes.ts";
import type { Histogram } from "../model/summary.ts";
import { boxesPicture } from "./boxesPicture.ts";
import { histogramPicture } from "./histogramPicture.ts";

/** Draws numbers as histogram or boxes, other values as bars. Returns `undefined` if there is nothing to draw. */
export function questionPicture(
  question: SummarisedQuestion,
  pictureSize: PictureSize,
  words: Words,
): Picture | undefined {
  if (hasOnlyIdentifiers(question)) {
    return undefined;
  }
  const { kind, histogram, values } = question.summary;
  if (kind === "number" && histogram) {
    return numberPicture(question, histogram, pictureSize, words);
  }
  return values.length > 0 || (question.compared?.summary.values.length ?? 0) > 0
    ? barsPicture(question, pictureSize, words)
    : undefined;
}

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
