import { basename } from "node:path";
import * as vscode from "vscode";
import type { ExportResponsesOptions, ExportResult } from "../../export/exportOptions.ts";
import type { ExportRequest } from "../../export/exportRequest.ts";
import { exportResponses } from "../../export/exportResponses.ts";
import type { ExportProgress } from "../../export/exportWatch.ts";
import { readManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import type { VerifyResult } from "../../export/verifyExport.ts";
import { tableConversion } from "../../formats/tableConversion.ts";
import type { SurveyError } from "../../model/errors.ts";
import { isTableFormat } from "../../formats/kinds/formats.ts";
import { plainForm } from "../../model/tabular/tableForm.ts";
import { errorText, translations, language } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { showInformation, showWarning, t } from "../platform/window.ts";
import type { ExportSelection } from "../surveys/node.ts";
import type { ExportParts } from "./exportParts.ts";
import { ExportPauses } from "./exportPauses.ts";
import { withExportProgress, type ExportFacts, type RunningExport } from "./exportProgress.ts";
import type { PastExport } from "./pastExport.ts";
import { countText } from "./progressText.ts";
import { compareExport } from "./compareExport.ts";
import { withCopies } from "./sharedCopies.ts";

export type Exported = ExportResult & {
  /** Where it was asked for. */
  readonly verification?: VerifyResult | undefined;
  /** Why that came to nothing; the export itself is done. */
  readonly unverified?: string | undefined;
};

/**
 * Exports with progress and keeps the export in the list.
 * @param interactive a person started it, who is asked when it cannot go on; otherwise it rejects
 */
export async function runExport(
  parts: ExportParts,
  request: ExportRequest,
  interactive: boolean,
): Promise<Exported> {
  const { dataSpace, file, verify } = request;
  const result = await writeExport(parts, request, interactive);
  if (verify !== true) {
    return result;
  }
  try {
    return { ...result, verification: await compareExport(parts, { dataSpace, file }) };
  } catch (error) {
    if (!interactive) {
      throw error;
    }
    return { ...result, unverified: errorText(error) };
  }
}

async function writeExport(
  parts: ExportParts,
  request: ExportRequest,
  interactive: boolean,
): Promise<ExportResult> {
  const { past } = parts;
  const { label, dataSpace, surveyId, file, kind } = request;
  const name = plain(label ?? "") || plain(surveyId);
  const title =
    kind === "responses"
      ? t("Exporting the responses of {0}", name)
      : t("Exporting the response metadata of {0}", name);
  return withExportProgress(title, async (running) => {
    let reached = 0;
    const pauses = exportPauses(parts, dataSpace, running, () => reached);
    const onPause = (reason: SurveyError) => pauses.pause(reason);
    const update = (facts: ExportFacts) => {
      reached = facts.responses;
      running.update(facts);
    };
    try {
      const { signal } = running;
      return await exportWithin(
        parts,
        request,
        { signal, update },
        interactive ? onPause : undefined,
      );
    } catch (error) {
      if (pauses.stopped) {
        const responses = past.get(file)?.reached ?? 0;
        void showStopped({ kind: "export", dataSpace, file }, responses);
      }
      throw error;
    }
  });
}

/** Asks a person when an export from the data space cannot go on. @param reached how many responses came */
export function exportPauses(
  { dataSpaces }: ExportParts,
  dataSpace: string,
  running: RunningExport,
  reached: () => number,
): ExportPauses {
  return new ExportPauses({
    running,
    reached,
    ask: (message, ...buttons) => showWarning(plain(message), ...buttons),
    signIn: (command) =>
      vscode.commands.executeCommand(`surveyExplorer.${command}`, { kind: "dataSpace", dataSpace }),
    isSignedIn: () => dataSpaces.isSignedIn(dataSpace),
    onDidChange: (listener) => dataSpaces.onDidChange(listener),
    language: language(),
  });
}

/**
 * Exports under a progress that somebody else shows, and keeps the export in the list.
 * @param onPause asked when it cannot go on; absent: it rejects
 */
export async function exportWithin(
  { dataSpaces, tables, past, formats, missingCodes, toolVersion }: ExportParts,
  request: ExportRequest,
  { signal, update }: Pick<RunningExport, "signal" | "update">,
  onPause?: ExportResponsesOptions["onPause"],
): Promise<ExportResult> {
  const { label, verify, resume, ...wanted } = request;
  const { dataSpace, surveyId, file, format, form = plainForm, fresh } = wanted;
  const begun = {
    ...wanted,
    label: label ?? past.get(file)?.label ?? surveyId,
    startedAt: Date.now(),
  };
  return past.during(
    begun,
    async (reached) => {
      const client = await dataSpaces.client(dataSpace);
      const table = isTableFormat(format)
        ? tableConversion({
            ...wanted,
            formats,
            client,
            format,
            form,
            translations: translations(),
            missingCodes: missingCodes.declared(dataSpace, surveyId),
            toolVersion,
          })
        : undefined;
      return withCopies(tables, { client, surveyId, fresh, signal, onPause }, (lent) =>
        exportResponses({
          ...wanted,
          ...lent,
          client,
          table,
          resume,
          toolVersion,
          onProgress: ({ step, responses, share, waiting }) => {
            if (step === "reading") {
              reached(responses);
            }
            update({ step: table && stepText(step), responses, share, waiting });
          },
        }),
      );
    },
    (result) => finishedEntry(result, begun.label),
  );
}

function stepText(step: ExportProgress["step"]): string {
  switch (step) {
    case "reading":
      return vscode.l10n.t("loading");
    case "columns":
      return vscode.l10n.t("finding the columns");
    case "rows":
      return vscode.l10n.t("writing rows");
  }
}

/** What the list shows of an export that is done; its manifest knows more than was asked for. */
async function finishedEntry(result: ExportResult, label: string): Promise<Partial<PastExport>> {
  const { file, responses, bytes, sha256, warningTexts: warnings } = result;
  const manifest = await readManifest(targetFiles(file).manifest).catch(() => undefined);
  const { startDateTime, endDateTime } = manifest?.range ?? {};
  return {
    label: manifest?.survey.label ?? label,
    done: {
      finishedAt: Date.now(),
      responses,
      bytes,
      sha256,
      warnings,
      startDateTime,
      endDateTime,
    },
  };
}

async function showStopped(selection: ExportSelection, responses: number): Promise<void> {
  const goOn = vscode.l10n.t("Continue");
  const choice = await showInformation(
    t(
      "The export to {0} was stopped. Continue it later: {1} are kept.",
      basename(selection.file),
      countText(responses, language()),
    ),
    goOn,
  );
  if (choice === goOn) {
    await vscode.commands.executeCommand("surveyExplorer.continueExport", selection);
  }
}
