import { parse } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { fileName } from "../../export/fileName.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { lazy } from "../../model/lazy.ts";

/** Scheme by which package.json selects the custom editor. */
const scheme = "survey-explorer-structure";

const addressed = lazy(() =>
  z.strictObject({
    dataSpace: z.string(),
    surveyId: z.string(),
    label: z.string().optional(),
  }),
);

/** Returns the URI of a survey's structure. Its path is the editor's title until the editor has loaded. */
export function structureUri({ dataSpace, surveyId, label }: PanelSubject): vscode.Uri {
  const path = `/${parse(fileName(label ?? surveyId, "s")).name}`;
  const query = JSON.stringify({ dataSpace, surveyId, label } satisfies PanelSubject);
  return vscode.Uri.from({ scheme, path, query });
}

/** Returns the survey that a URI names; `undefined` if it is invalid, since any program may open a URI. */
export function structureSubject(uri: vscode.Uri): PanelSubject | undefined {
  return addressed().safeParse(parseJsonText(uri.query)).data;
}
