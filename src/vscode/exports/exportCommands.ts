import * as z from "zod";
import * as vscode from "vscode";
import { labelText } from "../../model/label.ts";
import { plural } from "../../model/localizable.ts";
import { formatMoment } from "../../model/time.ts";
import { isTableFormat, isTextFormat } from "../../formats/kinds/formats.ts";
import type { ItemKind } from "../../client/queries.ts";
import { exportSurvey, type ExportSurveyResult } from "../../export/exportSurvey.ts";
import type { ExportRequest } from "../../export/exportRequest.ts";
import type { Fresh } from "../../export/fresh.ts";
import { withShortProgress } from "../platform/progress.ts";
import { joined, type SafeText } from "../platform/plainText.ts";
import { showFileWritten } from "../platform/fileMessage.ts";
import { t, say, type Action } from "../platform/window.ts";
import { comparisonText } from "../../jobs/comparisonText.ts";
import { askExport, isUnfinished } from "./askExport.ts";
import { exportMetadataArgument, exportResponsesArgument, surveyTarget } from "./exportArgument.ts";
import { known } from "./askPastExport.ts";
import type { ExportParts } from "./exportParts.ts";
import { publicExported, runExport, type Exported } from "./runExport.ts";
import { copyAsAction } from "./snippets.ts";
import type { ExportSelection } from "../surveys/node.ts";
import { askSurvey, type SurveyChoice } from "../commands/ask.ts";
import { localPath, proposedFile } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";

const exportSurveyArgument = z.strictObject(surveyTarget);
type ExportSurvey = z.infer<typeof exportSurveyArgument>;

export function exportSurveyCommand(parts: ExportParts): Command<ExportSurvey, ExportSurveyResult> {
  return {
    argument: exportSurveyArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked, {
        title: t("Export survey structure"),
        proposed: parts.shownSurvey(),
      });
      return survey && askSurveyFile(survey);
    },
    run: ({ dataSpace, surveyId, file, overwrite }) =>
      withShortProgress(t("Exporting the structure of {0}", surveyId), async (signal) => {
        const client = await parts.dataSpaces.client(dataSpace);
        return exportSurvey({
          client,
          surveyId,
          file: localPath(file),
          overwrite,
          signal,
          toolVersion: parts.toolVersion,
        });
      }),
    notify: ({ file }) =>
      showFileWritten(
        t("Exported survey structure to {0}.", vscode.workspace.asRelativePath(file)),
        file,
      ),
  };
}

/** Asks for the file; the dialog itself asks before it replaces one. */
async function askSurveyFile(survey: SurveyChoice): Promise<ExportSurvey | undefined> {
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export survey structure"),
    defaultUri: proposedFile(labelText(`${survey.label} structure`), "json"),
    filters: { JSON: ["json"] },
  });
  const { dataSpace, surveyId } = survey;
  return file && { dataSpace, surveyId, file, overwrite: true };
}

export function exportResponsesCommand(parts: ExportParts): Command<ExportRequest, Exported> {
  return exportItemsCommand(parts, "responses", exportResponsesArgument, t("Export responses"));
}

export function exportMetadataCommand(parts: ExportParts): Command<ExportRequest, Exported> {
  const title = t("Export response metadata");
  return exportItemsCommand(parts, "metadata", exportMetadataArgument, title);
}

function exportItemsCommand(
  parts: ExportParts,
  kind: ItemKind,
  argument: z.ZodType<ExportRequest>,
  title: SafeText,
): Command<ExportRequest, Exported> {
  return {
    argument,
    ask: async (clicked) => {
      const proposed = parts.shownSurvey();
      const survey = await askSurvey(parts.dataSpaces, clicked, { title, proposed });
      return survey && askExport(parts, kind, survey, kind === "responses" ? clicked : undefined);
    },
    run: (request, interactive) => runExport(parts, request, interactive),
    notify: (result, { dataSpace, fresh }) => showExported(result, dataSpace, fresh),
    publicResult: publicExported,
    recover: continueAction,
  };
}

/** Returns what commands that export again to a file of the list have in common. */
export function listedExport({ past }: ExportParts) {
  return {
    notify: (result: Exported) => {
      const { dataSpace, fresh } = known(past, result.file);
      return showExported(result, dataSpace, fresh);
    },
    publicResult: publicExported,
    recover: async ({ file }: { readonly file: string }) => {
      const entry = past.get(file);
      return entry && continueAction(entry);
    },
  };
}

/** Returns the button that continues a failed export; `undefined` if there is nothing to continue from. */
export async function continueAction(
  selection: Omit<ExportSelection, "kind">,
): Promise<Action | undefined> {
  return (await isUnfinished(selection.file))
    ? exportAction(vscode.l10n.t("Continue"), "continueExport", selection)
    : undefined;
}

/** Returns a button that runs one of the commands on an export in the list. */
export function exportAction(
  title: string,
  command: "continueExport" | "verifyExport" | "repairExport",
  selection: Omit<ExportSelection, "kind">,
): Action {
  const clicked: ExportSelection = { ...selection, kind: "export" };
  return {
    title,
    run: () => vscode.commands.executeCommand(`surveyExplorer.${command}`, clicked),
  };
}

/** Shows one notification for a finished export, with buttons for the next steps. */
export async function showExported(
  result: Exported,
  dataSpace: string,
  fresh?: Fresh,
): Promise<void> {
  const { file, warningTexts, verification, unverified } = result;
  const name = vscode.workspace.asRelativePath(file);
  const done =
    fresh === "none"
      ? plural(
          result.responses,
          {
            one: "Exported {0} response as of {2} to {1}.",
            other: "Exported {0} responses as of {2} to {1}.",
          },
          name,
          formatMoment(Date.parse(result.asOf), vscode.env.language),
        )
      : plural(
          result.responses,
          {
            one: "Exported {0} response to {1}.",
            other: "Exported {0} responses to {1}.",
          },
          name,
        );
  const said = [say(done), ...warningTexts.map(say)];
  const selection = { dataSpace, file };
  const isText = isTextFormat(result.format);
  // Only tables need code that loads them with labels; other formats have the items as the service sent them.
  const copyAs = isTableFormat(result.format) ? [copyAsAction(selection)] : [];
  if (unverified !== undefined) {
    said.push(t("It was not verified: {0}", unverified));
  }
  if (!verification) {
    const verify = exportAction(vscode.l10n.t("Verify"), "verifyExport", selection);
    await showFileWritten(joined(said), file, { further: [verify, ...copyAs], isText });
    return;
  }
  said.push(say(comparisonText(file, verification)));
  const repair = exportAction(vscode.l10n.t("Repair…"), "repairExport", selection);
  const isWarning = !verification.ok;
  await showFileWritten(joined(said), file, {
    further: isWarning ? [repair] : copyAs,
    isText,
    isWarning,
  });
}
