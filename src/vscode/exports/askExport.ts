import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import type { ExportRequest } from "../../export/exportRequest.ts";
import { fileOfManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import { labelText } from "../../model/label.ts";
import { exportFormats, formats } from "../../formats/kinds/formats.ts";
import { defaultTableForm } from "../../model/tabular/tableForm.ts";
import { exportDraft, stepFileName } from "../../recipe/writtenStep.ts";
import type { ReadQuery } from "../../reader/readQuery.ts";
import type { ItemKind } from "../../client/queries.ts";
import { joined, plain, type SafeText } from "../platform/plainText.ts";
import { preferredForm, preferredFormat } from "./preferredForm.ts";
import { readPreferences } from "../platform/settings.ts";
import { showInformation, t } from "../platform/window.ts";
import type { SurveyChoice } from "../commands/ask.ts";
import { localPath, proposedFile } from "../commands/paths.ts";
import { saveAsRecipe } from "../recipes/saveAsRecipe.ts";
import type { CommandSource } from "../surveys/node.ts";
import { ExportSurveyReader } from "./exportSurveyReader.ts";
import { askInHub } from "./exportDialog.ts";
import {
  chosenTable,
  conditionCount,
  freshOf,
  withoutGone,
  type ExportDialogState,
  type ExportSubject,
} from "./exportDialogState.ts";
import type { ExportParts } from "./exportParts.ts";
import { fileForNew } from "./newFile.ts";

/** Asks what to export and how, for the file, and whether to resume an unfinished export to it. */
export async function askExport(
  parts: ExportParts,
  kind: ItemKind,
  survey: SurveyChoice,
  clicked: CommandSource | undefined,
): Promise<ExportRequest | undefined> {
  const { dataSpace, surveyId, label } = survey;
  const asking = new ExportSurveyReader(parts, kind, survey);
  try {
    // If this fails, there is no choice of what to load: everything is read from the service.
    await asking.lookForCopy().catch(() => undefined);
    let resume = false;
    const fileOf = async (it: ExportDialogState) => it.file ?? (await askFile(it, survey, parts));
    const state = await askInHub({
      title: joined([plain(label) || plain(surveyId), titleOf(kind)], " · "),
      initial: initialState(parts, kind, survey, clicked),
      reader: asking,
      copyAs: async (it) => {
        const file = await fileOf(it);
        if (file === undefined) {
          return {};
        }
        const named = fitted(it, file);
        await asking.copyAs(named);
        return named;
      },
      saveAsRecipe: async (it) => {
        const file =
          it.file ??
          (await newFileOf(it)) ??
          stepFileName(labelText(`${label} ${kind}`), it.format);
        const request = requestOf(survey, withoutGone(it, asking.subject), asking.subject, file);
        const missing = parts.missingCodes.declared(dataSpace, surveyId);
        return (await saveAsRecipe(exportDraft(request, missing))) !== undefined;
      },
      finish: async (it) => {
        const file = await fileOf(it);
        if (file === undefined) {
          return undefined;
        }
        const answer = await askResume(file);
        resume = answer === true;
        return answer === undefined ? undefined : withoutGone(fitted(it, file), asking.subject);
      },
    });
    if (state?.file === undefined) {
      return undefined;
    }
    await remember(parts, survey, state, state.file);
    return { ...requestOf(survey, state, asking.subject, state.file), resume };
  } finally {
    asking.dispose();
  }
}

function requestOf(
  { dataSpace, surveyId, label }: SurveyChoice,
  state: ExportDialogState,
  subject: ExportSubject,
  file: string,
): ExportRequest {
  const { kind, query, verify, since } = state;
  const fresh = kind === "responses" ? freshOf(state, subject) : undefined;
  const asked = { ...chosenTable(state), kind, query, file, fresh, since: since?.manifest };
  return { dataSpace, surveyId, label, ...asked, overwrite: true, verify };
}

function titleOf(kind: ItemKind): SafeText {
  return kind === "responses" ? t("Export responses") : t("Export response metadata");
}

/** Returns the options of the survey's last export, else of the settings, and the query of what was clicked. */
function initialState(
  { choices }: ExportParts,
  kind: ItemKind,
  { dataSpace, surveyId }: SurveyChoice,
  clicked: CommandSource | undefined,
): ExportDialogState {
  const { verify } = readPreferences().export;
  const {
    folder,
    variables,
    embeddedData,
    form = { ...defaultTableForm, ...preferredForm() },
    ...chosen
  } = choices.get(dataSpace, surveyId) ?? {};
  // An export from a panel has the same cells as the panel.
  const shown = clicked?.kind === "panel" ? clicked.cells : undefined;
  return {
    kind,
    format: preferredFormat(),
    verify,
    ...chosen,
    form: { ...form, cells: shown ?? form.cells },
    query: {
      // Metadata have no answers to choose from.
      ...(kind === "responses" ? { variables, embeddedData } : {}),
      ...wantedBy(clicked),
    },
  };
}

/** Returns the query of what was clicked: a collect group, or the filter of a panel. */
function wantedBy(clicked: CommandSource | undefined): ReadQuery {
  switch (clicked?.kind) {
    case "collectGroup":
      return { collectGroupId: clicked.group.collectGroupId };
    case "panel": {
      const { duration, conditions, ...wanted } = clicked.filter;
      const filter = { duration, conditions };
      return { ...wanted, ...(conditionCount(filter) > 0 ? { filter } : {}) };
    }
    default:
      return {};
  }
}

/** Asks for the file; the dialog itself asks before it replaces one. */
async function askFile(
  state: ExportDialogState,
  { dataSpace, surveyId, label }: SurveyChoice,
  { choices }: ExportParts,
): Promise<string | undefined> {
  const { format } = state;
  const newFile = await newFileOf(state);
  const proposed = proposedFile(labelText(`${label} ${state.kind}`), format);
  const folder = choices.get(dataSpace, surveyId)?.folder;
  const isThere =
    folder !== undefined && (await stat(folder).catch(() => undefined))?.isDirectory() === true;
  const usual = isThere ? vscode.Uri.file(join(folder, basename(proposed.fsPath))) : proposed;
  const ordered = [format, ...exportFormats.filter((it) => it !== format)];
  const uri = await vscode.window.showSaveDialog({
    title: titleOf(state.kind),
    defaultUri: newFile === undefined ? usual : vscode.Uri.file(newFile),
    filters: Object.fromEntries(ordered.map((it) => [formats[it].label, [it]])),
  });
  return uri && localPath(uri);
}

/** Returns the file to propose if the export continues an earlier one, whose own file the usual name may be. */
async function newFileOf({ since, format }: ExportDialogState): Promise<string | undefined> {
  return since && fileForNew(fileOfManifest(since.manifest), `.${format}`);
}

/** Adds the file. If its ending is that of another format than the one chosen before, changes the format. */
function fitted(
  state: ExportDialogState,
  file: string,
): ExportDialogState & { readonly file: string } {
  const named = exportFormats.find((it) => file.toLowerCase().endsWith(`.${it}`));
  return { ...state, file, format: named ?? state.format };
}

async function remember(
  { choices }: ExportParts,
  { dataSpace, surveyId }: SurveyChoice,
  { kind, query, format, form, codebook, verify }: ExportDialogState,
  file: string,
): Promise<void> {
  // An export of metadata has no such choice, so keep that of the last export.
  const chosen = kind === "responses" ? query : choices.get(dataSpace, surveyId);
  const { variables, embeddedData } = chosen ?? {};
  const folder = dirname(file);
  const choice = { format, form, codebook, verify, folder, variables, embeddedData };
  await choices.set(dataSpace, surveyId, choice);
}

/** Asks whether to resume an unfinished export to the file, if there is one. Returns `undefined` if the person cancels. */
export async function askResume(file: string): Promise<boolean | undefined> {
  if (!(await isUnfinished(file))) {
    return false;
  }
  const resume = vscode.l10n.t("Resume");
  const anew = vscode.l10n.t("Start Over");
  const choice = await showInformation(
    t("An unfinished export to this file exists. Resume it?"),
    { modal: true },
    resume,
    anew,
  );
  return choice === undefined ? undefined : choice === resume;
}

export async function isUnfinished(file: string): Promise<boolean> {
  return (await stat(targetFiles(file).partial).catch(() => undefined))?.isDirectory() === true;
}
