import { questionTables } from "../../../charts/figures.ts";
import type { SummarisedQuestion } from "../../../charts/question.ts";
import { questionPicture } from "../../../charts/questionPicture.ts";
import { tableCsv, tableMarkdown } from "../../../charts/tableText.ts";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import { copyPicture } from "../../shared/copyPicture.ts";
import { t, words } from "../../shared/l10n.ts";
import { measuredWidth } from "../../shared/pictureCopies.ts";
import type { Send } from "../../shared/vscodeApi.ts";

export type AllFormat = "csv" | "markdown";
export type CopyKind = AllFormat | "svg" | "png";

/** In CSS pixels; the width of a column of text in a document. */
const pictureWidth = 640;

/** Copies the tables of all questions. */
export function copyAll(
  questions: readonly SummarisedQuestion[],
  format: AllFormat,
  send: Send<ResponsesRequests>,
): void {
  const tables = questions.flatMap((it) => questionTables(it, words));
  send("copy", {
    text: format === "csv" ? tableCsv(tables, words) : tableMarkdown(tables),
  });
}

/**
 * Copies a question as a picture or as its tables.
 * @returns a message for people that says why it is not on the clipboard; `undefined` if it is
 */
export async function copyQuestion(
  question: SummarisedQuestion,
  kind: CopyKind,
  send: Send<ResponsesRequests>,
): Promise<string | undefined> {
  if (kind === "csv" || kind === "markdown") {
    copyAll([question], kind, send);
    return undefined;
  }
  const picture = questionPicture(question, { width: pictureWidth, measure: measuredWidth }, words);
  if (!picture) {
    return t("Nothing to show.");
  }
  return copyPicture(picture, kind, question.column.name, send);
}
