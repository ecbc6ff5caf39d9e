import { foldedText } from "../../../model/foldedText.ts";
import type { Cell } from "../../../model/grid.ts";
import { measuredWidth } from "../../shared/pictureCopies.ts";

type Answers = NonNullable<Cell>;

/** Pixels that chips and their cell take up besides texts: padding, borders and gaps; and those of the mark of cut off chips. */
const [chipExtra, cellExtra, cutMark] = [14, 17, 16];

/**
 * Returns the answers of a cell that a search found, in the order in which to show them: if the first one that contains the
 * searched text would be cut off, it comes before the others.
 * @param width of the cell
 */
export function foundFirst(
  answers: Answers,
  textOf: (answer: Answers[number]) => string,
  searched: string,
  width: number,
): Answers {
  const text = foldedText(searched);
  const at = answers.findIndex((it) => foldedText(textOf(it)).includes(text));
  const found = answers[at];
  if (found === undefined || at === 0) {
    return answers;
  }
  const size = parseFloat(getComputedStyle(document.body).fontSize);
  const needed = answers
    .slice(0, at + 1)
    .reduce(
      (sum, it) => sum + chipExtra + measuredWidth(textOf(it), size, false),
      cellExtra + (at + 1 < answers.length ? cutMark : 0),
    );
  return needed <= width ? answers : [found, ...answers.toSpliced(at, 1)];
}
