import { questionTables } from "../../../charts/questionTables.ts";
import type { SummarisedQuestion } from "../../../charts/question.ts";
import { questionPicture } from "../../../charts/questionPicture.ts";
import type { Copied } from "../../shared/copies.ts";
import { words } from "../../shared/l10n.ts";
import { measuredWidth } from "../../shared/pictureCopies.ts";

/** In CSS pixels; the width of a column of text in a document. */
const pictureWidth = 640;

/** Returns a question as it is copied, as a picture or as its tables. */
export function copiedQuestion(question: SummarisedQuestion): Copied {
  return {
    name: question.column.name,
    tables: () => questionTables(question, words),
    draw: () => questionPicture(question, { width: pictureWidth, measure: measuredWidth }, words),
  };
}
