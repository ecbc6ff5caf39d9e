import { basename } from "node:path";
import * as vscode from "vscode";
import { exportResponses, type ExportResult } from "../../export/exportResponses.ts";
import { readManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import type { VerifyResult } from "../../export/verifyExport.ts";
import type { SurveyError } from "../../model/errors.ts";
import type { ItemKind, ReadQuery } from "../../reader/responseSource.ts";
import { messageOf } from "../adapters/log.ts";
import { plain } from "../adapters/plainText.ts";
import type { ExportSelection } from "../tree/node.ts";
import type { ExportParts } from "./exportParts.ts";
import { ExportPauses } from "./exportPauses.ts";
import { withExportProgress } from "./exportProgress.ts";
import type { PastExport } from "./pastExport.ts";
import { countText } from "./progressText.ts";
import { compareExport } from "./compareExport.ts";

export interface ExportRequest {
  readonly dataSpace: string;
  readonly surveyId: string;
  /** Of the survey, where it is known already. */
  readonly label?: string | undefined;
  readonly kind: ItemKind;
  readonly query: ReadQuery;
  readonly file: string;
  readonly format: ExportResult["format"];
  /** Path of the manifest of an earlier export. */
  readonly since?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly resume?: boolean | undefined;
  /** Compare the file with the data space when it is written. */
  readonly verify?: boolean | undefined;
}

export type Exported = ExportResult & {
  /** Where it was asked for. */
  readonly verification?: VerifyResult | undefined;
  /** Why that came to nothing; the export itself is done. */
  readonly unverified?: string | undefined;
};

/**
 * Exports with progress and keeps the export in the list.
 * @param asked a person started it, who is asked when it cannot go on; otherwise it rejects
 */
export async function runExport(
  parts: ExportParts,
  request: ExportRequest,
  asked: boolean,
): Promise<Exported> {
  const { dataSpace, file, verify } = request;
  const result = await writeExport(parts, request, asked);
  if (verify !== true) {
    return result;
  }
  try {
    return { ...result, verification: await compareExport(parts, { dataSpace, file }) };
  } catch (error) {
    if (!asked) {
      throw error;
    }
    return { ...result, unverified: messageOf(error) };
  }
}

async function writeExport(
  { dataSpaces, past, toolVersion }: ExportParts,
  request: ExportRequest,
  asked: boolean,
): Promise<ExportResult> {
  const { label, verify, resume, ...wanted } = request;
  const { dataSpace, surveyId, file, kind } = request;
  const name = plain(label ?? "") || surveyId;
  const title =
    kind === "responses"
      ? vscode.l10n.t("Exporting the responses of {0}", name)
      : vscode.l10n.t("Exporting the response metadata of {0}", name);
  const begun = {
    ...wanted,
    label: label ?? past.get(file)?.label ?? surveyId,
    startedAt: Date.now(),
  };
  return withExportProgress(title, async (running) => {
    let responses = 0;
    let looked = 0;
    const selection: ExportSelection = { kind: "export", dataSpace, file };
    const pauses = new ExportPauses({
      running,
      reached: () => looked,
      ask: (message, ...buttons) => vscode.window.showWarningMessage(message, ...buttons),
      signIn: () =>
        vscode.commands.executeCommand("surveyExplorer.signIn", { kind: "dataSpace", dataSpace }),
      isSignedIn: () => dataSpaces.isSignedIn(dataSpace),
      onDidChange: (listener) => dataSpaces.onDidChange(listener),
      t: vscode.l10n.t,
    });
    const onPause = (reason: SurveyError) => pauses.pause(reason);
    try {
      return await past.during(
        begun,
        async (reached) => {
          const client = await dataSpaces.client(dataSpace);
          return exportResponses({
            ...wanted,
            client,
            resume,
            signal: running.signal,
            toolVersion,
            onProgress: (progress) => {
              ({ responses, looked } = progress);
              reached(responses);
              running.update(progress);
            },
            ...(asked ? { onPause } : {}),
          });
        },
        (result) => finishedEntry(result, begun.label),
      );
    } catch (error) {
      if (pauses.stopped) {
        void tellStopped(selection, responses);
      }
      throw error;
    }
  });
}

/** What the list shows of an export that is done; its manifest knows more than was asked for. */
async function finishedEntry(result: ExportResult, label: string): Promise<Partial<PastExport>> {
  const { file, responses, bytes, sha256, warnings } = result;
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

async function tellStopped(selection: ExportSelection, responses: number): Promise<void> {
  const goOn = vscode.l10n.t("Continue");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "The export to {0} was stopped. It can be continued: {1} are kept.",
      basename(selection.file),
      countText(responses, { t: vscode.l10n.t, locale: vscode.env.language }),
    ),
    goOn,
  );
  if (choice === goOn) {
    await vscode.commands.executeCommand("surveyExplorer.continueExport", selection);
  }
}
