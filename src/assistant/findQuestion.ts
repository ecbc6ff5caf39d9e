import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import { inEnglishOf, localizable, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import {
  answerPage,
  answerText,
  markdownTable,
  maxRows,
  inlineText,
  shortLabel,
} from "./answerText.ts";
import { fields } from "./toolFields.ts";
import { allows, defineTool, type ToolJob } from "./toolJob.ts";

/** Maximum number of surveys that an answer lists as not searched. Their total number is told, too. */
const maxUnread = 20;

const input = {
  question: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe(
      "Words of the question or of an option, such as satisfied delivery. All have to be there.",
    ),
  dataSpace: fields.dataSpace.describe(
    "Name of the data space to search in. Leave it out to search in all.",
  ),
  cursor: fields.cursor,
};

export const findQuestion = defineTool({
  name: "find_question",
  title: localizable("Find a Question"),
  summary: localizable("Which questions and options of all surveys have some words."),
  description:
    "Finds questions and options of all surveys by words of their text or name. Use it where you know what was asked, but not the name of " +
    "the question or the survey. It tells survey and question as the other tools take them. It finds no answers of people.",
  icon: "search",
  level: "structure",
  input,
  sharing: ({ question }) =>
    localizable("Questions and options with “{0}” are shared with the assistant.", question),
  tell: async (job, { question, dataSpace, cursor }) => {
    const names = await searched(job, dataSpace);
    const { found, isCut, unread } = await job.cancellable(
      job.host.findQuestions(question, names, job.call.signal),
    );
    const page = answerPage(
      found.filter((it) => names.includes(it.dataSpace)),
      cursor,
      { size: maxRows / 2, of: { question, dataSpace } },
    );
    const questions = page.items.map((it) => ({
      dataSpace: it.dataSpace,
      survey: it.surveyId,
      surveyLabel: shortLabel(it.survey),
      question: it.question,
      label: shortLabel(it.label),
      ...(it.option
        ? { option: { code: it.option.code, label: shortLabel(it.option.label) } }
        : {}),
    }));
    const notSearched = unread.slice(0, maxUnread).map((it) => ({
      dataSpace: it.dataSpace,
      ...(it.surveyId === undefined ? {} : { survey: it.surveyId }),
      reason: shortLabel(inEnglishOf(job.host.translations, it.reason)),
    }));
    return {
      text: answerText(
        questions.length === 0
          ? `No question or option has all of “${inlineText(question)}”.`
          : markdownTable(
              ["Data space", "Survey", "Title", "Question", "Text", "Option"],
              questions.map((it) => [
                it.dataSpace,
                it.survey,
                it.surveyLabel,
                it.question,
                it.label,
                it.option ? `${it.option.code}: ${it.option.label}` : "",
              ]),
              0,
            ),
        isCut
          ? `Only the first ${String(found.length)} are listed. Use more words to find others.`
          : "",
        unread.length === 0
          ? ""
          : [
              `Not searched: ${String(unread.length)}.`,
              ...notSearched.map(
                (it) => `- ${inlineText(it.survey ?? it.dataSpace)}: ${inlineText(it.reason)}`,
              ),
            ],
      ),
      content: { questions, unread: notSearched },
      page,
      what: "Questions and options",
      dataSpace,
    };
  },
});

/** Returns the names of the data spaces to search: the given one, or all whose level allows this tool. */
async function searched(job: ToolJob, dataSpace: string | undefined): Promise<string[]> {
  if (dataSpace !== undefined) {
    return [(await job.space(dataSpace)).name];
  }
  const names = (await job.cancellable(job.host.dataSpaces()))
    .filter((it) => allows(it, job.level))
    .map((it) => it.name);
  if (names.length === 0) {
    throw new SurveyError(
      "forbidden",
      sentences(
        localizable("Assistants may be told the structure of no data space."),
        wording("allowSharing"),
      ),
    );
  }
  return names;
}
