import * as z from "zod";
import * as vscode from "vscode";
import { fileName } from "../../export/fileName.ts";
import { lazy } from "../../model/lazy.ts";
import type { IndexedQuestion } from "../../surveyIndex/calls.ts";
import { noQuestion } from "../panels/placeNotFound.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { similarAuthority, structureTextScheme } from "../registeredNames.ts";
import type { FindParts } from "./findParts.ts";
import { similarMarkdown, type Similar } from "./similarMarkdown.ts";

/** A question of a survey. */
export const askedQuestion = lazy(() =>
  z.strictObject({
    dataSpace: z.string(),
    surveyId: z.string().min(1),
    question: z.string().min(1),
  }),
);
export type AskedQuestion = z.infer<ReturnType<typeof askedQuestion>>;

/** The query of a document. */
const shownQuestion = lazy(() => askedQuestion().extend({ askedAt: z.number().optional() }));

interface SimilarQuestions {
  readonly question: IndexedQuestion;
  readonly similar: readonly Similar[];
}

/** Content of documents that VS Code is about to request, by URI. */
const readNow = new Map<string, SimilarQuestions>();

/** Shows where else the question was asked, as a document that need not be saved. */
export async function showSimilar(
  parts: FindParts,
  asked: AskedQuestion,
  signal: AbortSignal,
): Promise<readonly Similar[]> {
  const read = await readSimilar(parts, asked, signal);
  const title = vscode.l10n.t("{0} in Other Surveys", asked.question);
  const uri = vscode.Uri.from({
    scheme: structureTextScheme,
    authority: similarAuthority,
    path: `/${fileName(title, "md")}`,
    // VS Code may still have the document of an earlier call, and would show that one.
    query: JSON.stringify({ ...asked, askedAt: Date.now() }),
  });
  readNow.set(uri.toString(), read);
  try {
    await vscode.workspace.openTextDocument(uri);
  } finally {
    readNow.delete(uri.toString());
  }
  await vscode.commands.executeCommand("markdown.showPreview", uri);
  return read.similar;
}

/** Returns the text of such a document. Reads it again if another program or a reloaded window opens the URI. */
export async function similarText(parts: FindParts, uri: vscode.Uri): Promise<string> {
  const { data } = shownQuestion().safeParse(parseJsonText(uri.query));
  if (!data) {
    throw vscode.FileSystemError.FileNotFound(uri);
  }
  const { question, similar } = readNow.get(uri.toString()) ?? (await readSimilar(parts, data));
  return similarMarkdown(question, similar);
}

/** Reads the question from the service, and similar ones from the index. */
export async function readSimilar(
  { dataSpaces, index }: FindParts,
  { dataSpace, surveyId, question: name }: AskedQuestion,
  signal?: AbortSignal,
): Promise<SimilarQuestions> {
  const place = { space: await index.spaceOf(dataSpace), surveyId };
  const client = await dataSpaces.client(dataSpace);
  const survey = await client.getSurvey(surveyId, { signal });
  const groups = survey.collectGroups ?? (await client.listCollectGroups(surveyId, { signal }));
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
