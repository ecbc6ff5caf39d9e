import * as vscode from "vscode";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { invalidInput } from "../../model/errors.ts";
import type { CollectGroup, Survey } from "../../model/survey.ts";
import { urlParameters, urlValues, type UrlParameter, type UrlRow } from "../../model/urlTable.ts";
import { withProgress } from "../platform/progress.ts";
import { t } from "../platform/window.ts";

/** Rows per request: few enough to show progress, and for services that limit the size of a body. */
const urlPageSize = 1000;

/**
 * Accepts a collect group whose channel the service does not report: it may have URLs, and the service checks it.
 * @throws SurveyError "invalid-input" for another channel (API.md: PUBLIC_LINK collect groups only)
 */
export function requirePublicLink(group: CollectGroup): void {
  if (group.channel !== undefined && group.channel !== "PUBLIC_LINK") {
    throw invalidInput(
      'Only PUBLIC_LINK collect groups have response URLs; "{0}" is of the channel {1}.',
      group.label || group.collectGroupId,
      group.channel,
    );
  }
}

export interface UrlTarget {
  readonly group: CollectGroup;
  /** `undefined` if it is not known which survey the group belongs to. */
  readonly survey: Survey | undefined;
  readonly parameters: readonly UrlParameter[];
}

/**
 * Reads a collect group whose URLs are wanted, with the parameters of its survey.
 * @throws SurveyError like `requirePublicLink`, and those of the client
 */
export async function readUrlTarget(
  client: SurveyClient,
  collectGroupId: string,
  options: { readonly surveyId?: string; readonly signal?: AbortSignal } = {},
): Promise<UrlTarget> {
  const { signal } = options;
  client.require("getResponseUrls");
  const group = await client.getCollectGroup(collectGroupId, { signal });
  requirePublicLink(group);
  const surveyId = group.surveyId ?? options.surveyId;
  const survey = surveyId === undefined ? undefined : await client.getSurvey(surveyId, { signal });
  return { group, survey, parameters: urlParameters(survey?.embeddedData ?? []) };
}

export interface UrlBatch {
  readonly client: SurveyClient;
  readonly collectGroupId: string;
  readonly columns: readonly string[];
  readonly rows: readonly UrlRow[];
  readonly signal?: AbortSignal;
}

/**
 * Reads one URL per row, in row order, and passes them to `onPage` page by page. If a page fails, the pages before it are
 * complete. If there are several, a notification shows the progress and a Cancel button.
 */
export async function readUrls(
  { client, collectGroupId, columns, rows, signal = new AbortController().signal }: UrlBatch,
  onPage: (urls: readonly string[]) => void,
): Promise<void> {
  const read = async (either: AbortSignal, report: (done: number) => void): Promise<void> => {
    for (let first = 0; first < rows.length; first += urlPageSize) {
      const page = rows.slice(first, first + urlPageSize);
      const values = page.map((row) => urlValues(row, columns));
      const options = { signal: either, firstRow: first + 1 };
      onPage(await client.getResponseUrls(collectGroupId, values, options));
      report(first + page.length);
    }
  };
  if (rows.length <= urlPageSize) {
    return read(signal, () => undefined);
  }
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  return withProgress(t("Creating response URLs"), (cancelled, progress) =>
    read(AbortSignal.any([signal, cancelled]), (done) =>
      progress.report({ message: t("{0} of {1}", number(done), number(rows.length)) }),
    ),
  );
}
