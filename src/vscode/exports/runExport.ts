import { basename } from "node:path";
import * as vscode from "vscode";
import type { ExportResponsesOptions, ExportResult } from "../../export/exportOptions.ts";
import type { ExportRequest } from "../../export/exportRequest.ts";
import { publicExport, publicVerification } from "../../export/publicResult.ts";
import type { VerifyResult } from "../../export/verifiable.ts";
import { verifyJob } from "../../jobs/verifyJob.ts";
import { exportJob } from "../../jobs/exportJob.ts";
import { errorText, inLanguage, language } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { showInformation, showWarning, t, offer } from "../platform/window.ts";
import type { ExportSelection } from "../surveys/node.ts";
import type { ExportParts } from "./exportParts.ts";
import { ExportPauses } from "./exportPauses.ts";
import { withExportProgress, type RunningExport } from "./exportProgress.ts";
import { editorJobHost } from "./editorJobHost.ts";
import { countText } from "../../jobs/progressText.ts";

export type Exported = ExportResult & {
  /** Outcome of the verification; `undefined` if none was asked for, or it failed. */
  readonly verification?: VerifyResult | undefined;
  /** Why the verification failed. The export itself has succeeded. */
  readonly unverified?: string | undefined;
};

/** Returns the result as the contract specifies it. */
export function publicExported({ unverified: _, verification, ...result }: Exported) {
  return {
    ...publicExport(result),
    ...(verification ? { verification: publicVerification(verification) } : {}),
  };
}

/**
 * Exports, shows the progress, and keeps the export in the list.
 * @param interactive true if a person started it, who is asked when it cannot go on; if false, it rejects then
 */
export async function runExport(
  parts: ExportParts,
  request: ExportRequest,
  interactive: boolean,
): Promise<Exported> {
  const { dataSpace, file, verify } = request;
  const result = await exportWithProgress(parts, request, interactive);
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

async function exportWithProgress(
  parts: ExportParts,
  request: ExportRequest,
  interactive: boolean,
): Promise<ExportResult> {
  const { label, dataSpace, surveyId, kind } = request;
  const name = plain(label ?? "") || plain(surveyId);
  const title =
    kind === "responses"
      ? t("Exporting the responses of {0}", name)
      : t("Exporting the response metadata of {0}", name);
  return withExportProgress(title, (running) =>
    withPauses(
      parts,
      { dataSpace, running, interactive, onStopped: () => showStopped(parts, request) },
      (pausable) => exportWithin(parts, request, pausable),
    ),
  );
}

export interface CompareRequest {
  readonly dataSpace: string;
  readonly file: string;
  /** True to correct what differs; the file is replaced when that is done. Default: false. */
  readonly repair?: boolean | undefined;
}

/** Compares an exported file with its data space, shows the progress, and stores the outcome in the list of exports. */
export async function compareExport(
  parts: ExportParts,
  { dataSpace, file, repair = false }: CompareRequest,
): Promise<VerifyResult> {
  const name = basename(file);
  const title = repair ? t("Repairing {0}", name) : t("Verifying {0}", name);
  return withExportProgress(title, ({ signal, update }) =>
    verifyJob(editorJobHost(parts), {
      dataSpace,
      file,
      repair,
      signal,
      onProgress: ({ step, ...facts }) => update({ ...facts, step: step && inLanguage(step) }),
    }),
  );
}

interface Pausing {
  readonly dataSpace: string;
  readonly running: RunningExport;
  /** True to ask the person when the export cannot go on; if false, it rejects then. */
  readonly interactive: boolean;
  /** Called when the person has stopped the paused export. */
  readonly onStopped: () => Promise<void>;
}

/** What an export that can pause is given. */
type Pausable = Pick<RunningExport, "signal" | "update"> & Pick<ExportResponsesOptions, "onPause">;

/** Runs an export that pauses when it cannot go on, until the person signs in, or for some time. */
export async function withPauses<T>(
  { dataSpaces }: ExportParts,
  { dataSpace, running, interactive, onStopped }: Pausing,
  work: (pausable: Pausable) => Promise<T>,
): Promise<T> {
  let reached = 0;
  const pauses = new ExportPauses({
    running,
    reached: () => reached,
    ask: (message, ...buttons) => showWarning(plain(message), ...buttons),
    signIn: (command) =>
      vscode.commands.executeCommand(`surveyExplorer.${command}`, { kind: "dataSpace", dataSpace }),
    isSignedIn: () => dataSpaces.isSignedIn(dataSpace),
    onDidChange: (listener) => dataSpaces.onDidChange(listener),
    language: language(),
  });
  try {
    return await work({
      signal: running.signal,
      update: (facts) => {
        reached = facts.responses ?? reached;
        running.update(facts);
      },
      onPause: interactive ? (reason) => pauses.pause(reason) : undefined,
    });
  } catch (error) {
    if (pauses.stopped) {
      void onStopped();
    }
    throw error;
  }
}

/** Exports, leaves it to the caller to show the progress, and keeps the export in the list. */
export async function exportWithin(
  parts: ExportParts,
  request: ExportRequest,
  { signal, update, onPause }: Pausable,
): Promise<ExportResult> {
  const { dataSpace, surveyId } = request;
  return exportJob(editorJobHost(parts), {
    request,
    missingCodes: parts.missingCodes.declared(dataSpace, surveyId),
    signal,
    onPause,
    onProgress: ({ step, ...facts }) => update({ ...facts, step: step && inLanguage(step) }),
  });
}

/**
 * Says that the person stopped a paused export, and offers to continue it.
 * @param goOn continues it. Default: this file alone
 */
export function showStopped(
  { past }: ExportParts,
  { dataSpace, file }: Pick<ExportRequest, "dataSpace" | "file">,
  goOn?: () => PromiseLike<unknown>,
): Promise<void> {
  const selection: ExportSelection = { kind: "export", dataSpace, file };
  return offer(
    showInformation,
    t(
      "The export to {0} was stopped. Continue it later: {1} are kept.",
      basename(file),
      countText(past.get(file)?.reached ?? 0, language()),
    ),
    {
      title: vscode.l10n.t("Continue"),
      run:
        goOn ?? (() => vscode.commands.executeCommand("surveyExplorer.continueExport", selection)),
    },
  );
}
