import { parse } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { fileName } from "../../export/fileName.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import { parseJsonText } from "../platform/json.ts";
import { once } from "../../model/once.ts";

/** As in package.json, where it says which editor shows what is addressed so. */
const scheme = "survey-explorer-structure";

const addressed = once(() =>
  z.strictObject({
    dataSpace: z.string(),
    surveyId: z.string(),
    label: z.string().optional(),
  }),
);

/** The address of a survey's structure. Its path is the editor's title until that is open. */
export function structureUri({ dataSpace, surveyId, label }: PanelSubject): vscode.Uri {
  const path = `/${parse(fileName(label ?? surveyId, "s")).name}`;
  const query = JSON.stringify({ dataSpace, surveyId, label } satisfies PanelSubject);
  return vscode.Uri.from({ scheme, path, query });
}

/** What is addressed; `undefined`: nothing. Any program may open an address. */
export function structureSubject(uri: vscode.Uri): PanelSubject | undefined {
  return addressed().safeParse(parseJsonText(uri.query)).data;
}
