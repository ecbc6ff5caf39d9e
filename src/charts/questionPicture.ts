import type { Words } from "../model/words.ts";
import { barsPicture } from "./barsPicture.ts";
import { numberPicture } from "./numberPicture.ts";
import type { Picture } from "./picture.ts";
import type { SummarisedQuestion } from "./question.ts";
import type { PictureSize } from "./pictureSize.ts";
import { hasOnlyIdentifiers } from "./statisticsNotes.ts";

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
