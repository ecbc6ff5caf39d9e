import * as vscode from "vscode";
import type { SurveyExplorerApi, SurveyExplorerError } from "../../../api/survey-explorer.d.ts";

// These functions are printed word for word in docs/extensions.md.

function surveyExplorer(): SurveyExplorerApi {
  const extension = vscode.extensions.getExtension<SurveyExplorerApi>(
    "survey-explorer.survey-explorer",
  );
  if (extension === undefined) {
    throw new Error("Survey Explorer is not installed.");
  }
  return extension.exports;
}

async function runningSurveys(): Promise<string[]> {
  const explorer = surveyExplorer();
  const lines: string[] = [];
  for (const { name } of explorer.dataSpaces()) {
    try {
      const client = await explorer.client(name);
      for await (const survey of client.listSurveys({ running: true })) {
        lines.push(`${name}: ${survey.label}`);
      }
    } catch (error) {
      const { code, message } = error as SurveyExplorerError;
      lines.push(code === "signed-out" ? `${name}: not signed in` : `${name}: ${message}`);
    }
  }
  return lines;
}

interface Counted {
  readonly dataSpace: string;
  readonly surveyId: string;
  /** The question's name. */
  readonly question: string;
  /** Such as 2026-11-01T00:00:00; absent: from the first response on. */
  readonly after?: string;
}

async function countAnswers(
  { dataSpace, surveyId, question, after }: Counted,
  token: vscode.CancellationToken,
): Promise<Map<string, number>> {
  const abort = new AbortController();
  const cancelling = token.onCancellationRequested(() => abort.abort());
  try {
    const { signal } = abort;
    const client = await surveyExplorer().client(dataSpace);
    const survey = await client.getSurvey(surveyId, { signal });
    const options = survey.questions.find((it) => it.name === question)?.options ?? [];
    const counts = new Map(options.map((it) => [it.name, 0]));
    const range = { startDateTime: after, variables: [question], signal };
    for await (const { variables } of client.responses(surveyId, range)) {
      for (const { value } of variables.find((it) => it.name === question)?.answer ?? []) {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    return counts;
  } finally {
    cancelling.dispose();
  }
}

/** Gives the functions to the test. */
export function activate() {
  return { runningSurveys, countAnswers };
}

export type Neighbour = ReturnType<typeof activate>;
