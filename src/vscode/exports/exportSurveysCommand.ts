import { basename } from "node:path";
import type * as z from "zod";
import * as vscode from "vscode";
import { publicExport } from "../../export/publicResult.ts";
import type { ExportResult } from "../../export/exportOptions.ts";
import type { ExportRequest } from "../../export/exportRequest.ts";
import { isCancelled, textOf } from "../../model/errors.ts";
import {
  inEnglish,
  localizable,
  plural,
  sentences,
  type LocalizableText,
} from "../../model/localizable.ts";
import { defaultTableForm } from "../../model/tabular/tableForm.ts";
import { joined, plain } from "../platform/plainText.ts";
import { preferredForm, preferredFormat } from "./preferredForm.ts";
import { showFailure, showInformation, showWarning, t, say } from "../platform/window.ts";
import { exportSurveysArgument } from "./exportArgument.ts";
import { askInHub } from "./exportDialog.ts";
import { chosenTable } from "./exportDialogState.ts";
import type { ExportParts } from "./exportParts.ts";
import { FileNames } from "./fileNames.ts";
import { withExportProgress, type RunningExport } from "./exportProgress.ts";
import { exportWithin, showStopped, withPauses } from "./runExport.ts";
import type { CommandSource } from "../surveys/node.ts";
import { askDataSpace, clickedSurvey, pickSurveys, type SurveyChoice } from "../commands/ask.ts";
import { localPath, proposedFile } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";

/** Surveys that a person chose have a `label`, and maybe a `file`; callers of the public contract give neither. */
type ExportSurveys = Omit<z.infer<typeof exportSurveysArgument>, "surveys"> & {
  readonly surveys: readonly WantedSurvey[];
};

interface WantedSurvey extends Omit<SurveyChoice, "label"> {
  readonly label?: string | undefined;
  /** File of a failed export of the survey that is to be continued. */
  readonly file?: string | undefined;
}

/** Result of one survey's export. */
type SurveyExported = ExportResult & Pick<SurveyChoice, "dataSpace" | "surveyId">;

interface SurveyFailed extends WantedSurvey {
  readonly message: string;
  /** `message`, to be shown in the person's language. */
  readonly text: LocalizableText;
}

interface ExportedSurveys {
  readonly directory: string;
  readonly exports: readonly SurveyExported[];
  /** Surveys whose export failed. The others are exported all the same. */
  readonly failed: readonly SurveyFailed[];
}

/** Exports the responses of several surveys to one file each. Rejects if all fail, unless a person started it. */
export function exportSurveysCommand(parts: ExportParts): Command<ExportSurveys, ExportedSurveys> {
  return {
    argument: exportSurveysArgument,
    ask: async (clicked, selected) => {
      const surveys = await askSurveys(parts, clicked, selected);
      return surveys && surveys.length > 0 ? askSeveral(parts, surveys) : undefined;
    },
    run: (argument, interactive) => exportSurveys(parts, argument, interactive),
    notify: (result, argument) => showSurveysExported(parts, result, argument),
    publicResult: ({ exports, failed, ...result }) => ({
      ...result,
      exports: exports.map((it) => publicExport(it)),
      failed: failed.map(({ text: _, ...it }) => it),
    }),
  };
}

/** Returns the selected surveys, or those that the person picks from a data space. */
async function askSurveys(
  { dataSpaces }: ExportParts,
  clicked: CommandSource | undefined,
  selected: readonly CommandSource[],
): Promise<readonly SurveyChoice[] | undefined> {
  const chosen = (selected.length > 0 ? selected : [clicked]).flatMap((it) =>
    it?.kind === "survey" ? (clickedSurvey(it) ?? []) : [],
  );
  if (chosen.length > 0) {
    return chosen;
  }
  const dataSpace = await askDataSpace(dataSpaces, clicked);
  if (dataSpace === undefined) {
    return undefined;
  }
  return pickSurveys(dataSpaces, dataSpace);
}

/** Asks once for the options of all surveys, then for the folder. */
async function askSeveral(
  { choices }: ExportParts,
  surveys: readonly SurveyChoice[],
): Promise<ExportSurveys | undefined> {
  const [first] = surveys;
  const before = first && choices.get(first.dataSpace, first.surveyId);
  let directory: vscode.Uri | undefined;
  const state = await askInHub({
    title: t("Export several surveys"),
    initial: {
      kind: "responses",
      query: {},
      format: before?.format ?? preferredFormat(),
      form: before?.form ?? { ...defaultTableForm, ...preferredForm() },
      codebook: before?.codebook,
      verify: false,
    },
    reader: {
      subject: { surveys: surveys.length },
      count: { state: "unknown" },
      onDidChange: () => new vscode.Disposable(() => undefined),
      changed: () => undefined,
    },
    finish: async (it) => {
      [directory] =
        (await vscode.window.showOpenDialog({
          title: vscode.l10n.t("Choose the folder for the files"),
          openLabel: vscode.l10n.t("Export Here"),
          canSelectFiles: false,
          canSelectFolders: true,
          defaultUri: vscode.Uri.joinPath(proposedFile("", "json"), ".."),
        })) ?? [];
      return directory && it;
    },
  });
  if (!state || !directory) {
    return undefined;
  }
  return { surveys, directory: localPath(directory), query: state.query, ...chosenTable(state) };
}

async function exportSurveys(
  parts: ExportParts,
  argument: ExportSurveys,
  interactive: boolean,
): Promise<ExportedSurveys> {
  const { surveys, directory, ...request } = argument;
  const exports: SurveyExported[] = [];
  const failed: SurveyFailed[] = [];
  let firstError: unknown;
  const title = say(
    plural(surveys.length, { one: "Exporting {0} survey", other: "Exporting {0} surveys" }),
  );
  await withExportProgress(title, async (running) => {
    const names = new FileNames(directory, { ...request, isKept: interactive }, surveys);
    for (const [index, wanted] of surveys.entries()) {
      const { dataSpace, surveyId } = wanted;
      let { label, file } = wanted;
      try {
        label ??= await labelOf(parts, wanted, running.signal);
        const step = say(
          localizable("{0} of {1}: {2}", index + 1, surveys.length, plain(label) || surveyId),
        );
        file ??= await names.next(label);
        const result = await exportOne(
          parts,
          {
            ...request,
            dataSpace,
            surveyId,
            label,
            kind: "responses",
            file,
            resume: wanted.file !== undefined,
          },
          {
            running,
            step,
            interactive,
            goOn: () => {
              const left = [...failed.map(again), { ...wanted, label, file }];
              return exportAgain(parts, argument, [...left, ...surveys.slice(index + 1)]);
            },
          },
        );
        exports.push({ dataSpace, surveyId, ...result });
      } catch (error) {
        if (running.signal.aborted || isCancelled(error)) {
          throw error;
        }
        firstError ??= error;
        const text = textOf(error);
        failed.push({ dataSpace, surveyId, label, file, message: inEnglish(text), text });
      }
    }
  });
  if (exports.length === 0 && !interactive) {
    throw firstError;
  }
  return { directory, exports, failed };
}

async function labelOf(
  { dataSpaces }: ExportParts,
  { dataSpace, surveyId }: WantedSurvey,
  signal: AbortSignal,
): Promise<string> {
  const client = await dataSpaces.client(dataSpace);
  return (await client.getSurvey(surveyId, { signal })).label;
}

async function exportOne(
  parts: ExportParts,
  request: ExportRequest,
  {
    running,
    step,
    interactive,
    goOn,
  }: {
    readonly running: RunningExport;
    readonly step: string;
    readonly interactive: boolean;
    /** Continues with this survey and all that are left, after the person has stopped the export. */
    readonly goOn: () => Promise<void>;
  },
): Promise<ExportResult> {
  const { dataSpace } = request;
  const goOnSafely = () =>
    goOn().catch((failure: unknown) =>
      showFailure(parts.log, "surveyExplorer.exportSurveys", failure),
    );
  const onStopped = () => showStopped(parts, request, goOnSafely);
  running.update({ step, responses: 0 });
  return withPauses(
    parts,
    { dataSpace, running, interactive, onStopped },
    ({ update, ...pausable }) =>
      exportWithin(parts, request, {
        ...pausable,
        update: (facts) => {
          const within = facts.step === undefined ? step : `${step} · ${facts.step}`;
          update({ ...facts, step: within });
        },
      }),
  );
}

async function showSurveysExported(
  parts: ExportParts,
  { directory, exports, failed }: ExportedSurveys,
  argument: ExportSurveys,
): Promise<void> {
  const done = say(
    plural(
      exports.length,
      { one: "Exported {0} survey to {1}.", other: "Exported {0} surveys to {1}." },
      basename(directory),
    ),
  );
  if (failed.length === 0) {
    const warnings = exports.flatMap((it) => it.warningTexts);
    await showInformation(joined([done, ...warnings.slice(0, 3).map(say)]));
    return;
  }
  const names = failed
    .slice(0, 3)
    .map((it) => sentences(`${plain(it.label ?? "") || it.surveyId}:`, it.text));
  const goOn = t("Continue");
  const choice = await showWarning(
    joined([done, say(localizable("{0} failed: {1}", failed.length, sentences(...names)))]),
    goOn,
  );
  if (choice === goOn) {
    await exportAgain(parts, argument, failed.map(again));
  }
}

function again({ message: _message, text: _text, ...wanted }: SurveyFailed): WantedSurvey {
  return wanted;
}

/** Exports what is left of several surveys, and says how it ended. */
async function exportAgain(
  parts: ExportParts,
  argument: ExportSurveys,
  surveys: readonly WantedSurvey[],
): Promise<void> {
  const left = { ...argument, surveys };
  await showSurveysExported(parts, await exportSurveys(parts, left, true), left);
}
