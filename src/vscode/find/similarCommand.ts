import * as z from "zod";
import { once } from "../../model/once.ts";
import type { IndexedQuestion } from "../../surveyIndex/calls.ts";
import { askSurvey } from "../commands/ask.ts";
import type { Command } from "../commands/registry.ts";
import { noQuestion } from "../panels/notThere.ts";
import { showMarkdown } from "../platform/markdownDocument.ts";
import { plain } from "../platform/plainText.ts";
import { withShortProgress } from "../platform/progress.ts";
import { pickOne, t } from "../platform/window.ts";
import type { FindParts } from "./findParts.ts";
import { similarMarkdown, type Similar } from "./similarMarkdown.ts";

const argument = once(() =>
  z.strictObject({
    dataSpace: z.string(),
    surveyId: z.string().min(1),
    question: z.string().min(1),
  }),
);
type Asked = z.infer<ReturnType<typeof argument>>;

/** Finds where else a question was asked, and shows it side by side with its codes. */
export function similarQuestionsCommand(parts: FindParts): Command<Asked, readonly Similar[]> {
  return {
    argument: argument(),
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
        const { similar } = await read(parts, asked);
        return similar;
      }
      const title = t("Looking for similar questions");
      const { question, similar } = await withShortProgress(title, () => read(parts, asked));
      await showMarkdown(
        `${asked.question} ${t("in Other Surveys")}`,
        similarMarkdown(question, similar),
      );
      return similar;
    },
  };
}

async function read(
  { dataSpaces, index }: FindParts,
  { dataSpace, surveyId, question: name }: Asked,
): Promise<{ question: IndexedQuestion; similar: Similar[] }> {
  const place = { space: await index.spaceOf(dataSpace), surveyId };
  const client = await dataSpaces.client(dataSpace);
  const survey = await client.getSurvey(surveyId);
  const groups = survey.collectGroups ?? (await client.listCollectGroups(surveyId));
  await index.client.put(place.space, survey, groups);
  const question = await index.question({ ...place, question: name });
  if (!question) {
    throw noQuestion(
      name,
      survey.questions.map((it) => it.name),
    );
  }
  const { spaces } = await index.spaces();
  const found = await index.similar(spaces, place, name);
  const similar = found.flatMap(({ question: other, ...rest }) =>
    spaces
      .filter((it) => it.space === other.space)
      .map((it): Similar => ({
        dataSpace: it.dataSpace,
        surveyId: other.surveyId,
        survey: other.survey,
        question: other.question ?? "",
        text: other.text,
        ...rest,
        options: other.options.map(({ code = "", text }) => ({ code, text })),
      })),
  );
  return { question, similar };
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
