import { askSurvey } from "../commands/ask.ts";
import type { Command } from "../commands/registry.ts";
import { plain } from "../platform/plainText.ts";
import { withShortProgress } from "../platform/progress.ts";
import { pickOne, t } from "../platform/window.ts";
import type { FindParts } from "./findParts.ts";
import type { Similar } from "./similarMarkdown.ts";
import { askedQuestion, readSimilar, showSimilar, type AskedQuestion } from "./similarQuestions.ts";

/** Finds where else a question was asked, and shows it side by side with its codes. */
export function similarQuestionsCommand(
  parts: FindParts,
): Command<AskedQuestion, readonly Similar[]> {
  return {
    argument: askedQuestion(),
    async ask(clicked) {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      const place = clicked?.kind === "panel" ? clicked.place?.question : undefined;
      const question = survey && (place ?? (await askQuestion(parts, survey)));
      return survey && question !== undefined
        ? { dataSpace: survey.dataSpace, surveyId: survey.surveyId, question }
        : undefined;
    },
    async run(asked, interactive) {
      if (!interactive) {
        return (await readSimilar(parts, asked)).similar;
      }
      return withShortProgress(t("Looking for similar questions"), (signal) =>
        showSimilar(parts, asked, signal),
      );
    },
  };
}

async function askQuestion(
  { dataSpaces }: FindParts,
  { dataSpace, surveyId }: { readonly dataSpace: string; readonly surveyId: string },
): Promise<string | undefined> {
  const { labelText } = await import("../../model/label.ts");
  const items = dataSpaces
    .client(dataSpace)
    .then((client) => client.getSurvey(surveyId))
    .then(({ questions }) =>
      questions.map(({ name, label }) => ({
        label: plain(labelText(label)) || plain(name),
        description: plain(name),
        name,
      })),
    );
  const placeHolder = t("Choose a question");
  return (await pickOne(items, { placeHolder, matchOnDescription: true }))?.name;
}
