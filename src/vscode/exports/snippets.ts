import type { Command } from "../commands/registry.ts";
import { askPastExport, fileArgument, type FileArgument } from "./askPastExport.ts";
import * as vscode from "vscode";
import { readManifest, type Manifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import type { SnippetJob } from "../../formats/calls.ts";
import { snippetLanguages, type SnippetLanguage } from "../../formats/kinds/format.ts";
import { invalidInput } from "../../model/errors.ts";
import { exportFormats } from "../../formats/kinds/formats.ts";
import { defaultTableForm } from "../../model/tabular/tableForm.ts";
import { plain } from "../platform/plainText.ts";
import { pickOne, showStatus, t, type Action } from "../platform/window.ts";
import type { ExportSelection } from "../surveys/node.ts";
import type { ExportParts } from "./exportParts.ts";

export const languageNames: Readonly<Record<SnippetLanguage, string>> = {
  python: "Python",
  r: "R",
  sql: "SQL",
};

/** Returns the language that the person picks. */
export async function askSnippetLanguage(): Promise<SnippetLanguage | undefined> {
  const items = snippetLanguages.map((language) => ({
    label: plain(languageNames[language]),
    language,
  }));
  const placeHolder = t("Copy code to load the file in which language?");
  const chosen = await pickOne(items, { placeHolder, ignoreFocusOut: true });
  return chosen?.language;
}

const commands = {
  python: "surveyExplorer.copyAsPython",
  r: "surveyExplorer.copyAsR",
  sql: "surveyExplorer.copyAsSql",
} as const satisfies Record<SnippetLanguage, string>;

/** Returns the button that copies code for a finished export. */
export function copyAsAction(selection: Omit<ExportSelection, "kind">): Action {
  const clicked: ExportSelection = { ...selection, kind: "export" };
  return {
    title: vscode.l10n.t("Copy As…"),
    run: async () => {
      const language = await askSnippetLanguage();
      if (language) {
        await vscode.commands.executeCommand(commands[language], clicked);
      }
    },
  };
}

/** Copies code that loads a file, and shows a message in the status bar. @returns the code */
export async function copySnippet(
  { formats }: Pick<ExportParts, "formats">,
  job: SnippetJob,
): Promise<string> {
  const text = await formats.snippet(job);
  await vscode.env.clipboard.writeText(text);
  showStatus(t("Copied as {0}", languageNames[job.language]), 3000);
  return text;
}

/** An exported file, as its manifest describes it. */
type Loadable = Omit<SnippetJob, "language"> & Pick<Manifest, "survey">;

/** Reads what code that loads an exported file needs to know. */
export async function readLoadable(file: string): Promise<Loadable> {
  const manifest = await readManifest(targetFiles(file).manifest);
  const format = exportFormats.find((it) => it === manifest.format);
  if (manifest.kind === "survey" || !format) {
    throw invalidInput("{0} is not an export of responses. Choose one that is.", file);
  }
  const { form = defaultTableForm, columns = [] } = manifest.table ?? {};
  return { file, format, form, table: { columns }, survey: manifest.survey };
}

/** Copies code in one language that loads an exported file with its labels. */
export function snippetCommand(
  parts: ExportParts,
  language: SnippetLanguage,
): Command<FileArgument, string> {
  return {
    argument: fileArgument,
    ask: (clicked) => askPastExport(parts.past, clicked, t("Choose the export to load")),
    run: async ({ file }) => copySnippet(parts, { ...(await readLoadable(file)), language }),
  };
}
