import { stat } from "node:fs/promises";
import * as z from "zod";
import * as vscode from "vscode";
import type { ItemKind } from "../../reader/responseSource.ts";
import { exportSurvey } from "../../export/exportSurvey.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import { contentFilter } from "../../model/filterSchema.ts";
import { isDateTime } from "../../model/time.ts";
import type { Action } from "../adapters/action.ts";
import { withProgress } from "../adapters/progress.ts";
import { readPreferences } from "../adapters/settings.ts";
import { tellOfFile } from "../adapters/tellOfFile.ts";
import { comparisonText } from "../exports/compareExport.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { runExport, type Exported } from "../exports/runExport.ts";
import type { Clicked, ExportSelection } from "../tree/node.ts";
import { askSurvey, type SurveyChoice } from "./ask.ts";
import { localPath, pathOrUri, proposedFile } from "./paths.ts";
import type { Command } from "./registry.ts";

const formats = ["json", "ndjson"] as const;
type Format = (typeof formats)[number];

const time = z.string().refine(isDateTime, "must be a time like 2025-03-01T09:00:00");
const target = {
  dataSpace: z.string(),
  surveyId: z.string().min(1),
  file: pathOrUri,
  overwrite: z.boolean().optional(),
};
const range = { startDateTime: time.optional(), endDateTime: time.optional() };
const format = z.enum(formats, { error: `must be one of ${formats.join(", ")}` });

const exportSurveyArgument = z.strictObject(target);
type ExportSurvey = z.infer<typeof exportSurveyArgument>;

const exportMetadataArgument = z.strictObject({
  ...target,
  ...range,
  format,
  filter: contentFilter.optional(),
  resume: z.boolean().optional(),
  verify: z.boolean().optional(),
});
const exportResponsesArgument = z.strictObject({
  ...exportMetadataArgument.shape,
  collectGroupId: z.string().min(1).optional(),
  variables: z.array(z.string().min(1)).optional(),
  embeddedData: z.array(z.string().min(1)).optional(),
  parameterField: z.enum(["ANSWERS", "PARAMETERS"]).optional(),
  since: pathOrUri.optional(),
});
/** `label` is what a person clicked on; callers of the contract do not give it. */
type ExportResponses = z.infer<typeof exportResponsesArgument> & {
  readonly label?: string | undefined;
};

interface SurveyFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export function exportSurveyCommand(parts: ExportParts): Command<ExportSurvey, SurveyFile> {
  return {
    id: "surveyExplorer.exportSurvey",
    argument: exportSurveyArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      return survey && askSurveyFile(survey);
    },
    run: ({ dataSpace, surveyId, file, overwrite }) =>
      withProgress(vscode.l10n.t("Exporting the structure of {0}", surveyId), async (signal) => {
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
    tell: (result) => tellOfFile(vscode.l10n.t("The survey structure was exported."), result.file),
  };
}

/** Asks for the file; the dialog itself asks before it replaces one. */
async function askSurveyFile(survey: SurveyChoice): Promise<ExportSurvey | undefined> {
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export survey structure"),
    defaultUri: proposedFile(`${survey.label} structure`, "json"),
    filters: { JSON: ["json"] },
  });
  const { dataSpace, surveyId } = survey;
  return file && { dataSpace, surveyId, file, overwrite: true };
}

export function exportResponsesCommand(parts: ExportParts): Command<ExportResponses, Exported> {
  return {
    id: "surveyExplorer.exportResponses",
    argument: exportResponsesArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      return survey && askResponsesFile("responses", survey, clicked);
    },
    run: (argument, asked) => exportByArgument(parts, "responses", argument, asked),
    tell: (result, { dataSpace }) => tellOfExport(result, dataSpace),
    mend: ({ dataSpace, file }) => continueAction({ dataSpace, file: localPath(file) }),
  };
}

export function exportMetadataCommand(parts: ExportParts): Command<ExportResponses, Exported> {
  return {
    id: "surveyExplorer.exportMetadata",
    argument: exportMetadataArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      return survey && askResponsesFile("metadata", survey, undefined);
    },
    run: (argument, asked) => exportByArgument(parts, "metadata", argument, asked),
    tell: (result, { dataSpace }) => tellOfExport(result, dataSpace),
    mend: ({ dataSpace, file }) => continueAction({ dataSpace, file: localPath(file) }),
  };
}

function exportByArgument(
  parts: ExportParts,
  kind: ItemKind,
  argument: ExportResponses,
  asked: boolean,
): Promise<Exported> {
  const {
    dataSpace,
    surveyId,
    label,
    file,
    format: chosen,
    since,
    overwrite,
    resume,
    verify,
    ...query
  } = argument;
  return runExport(
    parts,
    {
      dataSpace,
      surveyId,
      label,
      kind,
      query,
      file: localPath(file),
      format: chosen,
      since: since === undefined ? undefined : localPath(since),
      overwrite,
      resume,
      verify,
    },
    asked,
  );
}

/** Asks for the file, and what to do with an export to it that was not finished. */
async function askResponsesFile(
  kind: ItemKind,
  survey: SurveyChoice,
  clicked: Clicked | undefined,
): Promise<ExportResponses | undefined> {
  const preferences = readPreferences().export;
  const preferred = preferences.format;
  const ordered = [preferred, ...formats.filter((it) => it !== preferred)];
  const title =
    kind === "responses"
      ? vscode.l10n.t("Export responses")
      : vscode.l10n.t("Export response metadata");
  const filters = filtersText(clicked);
  const uri = await vscode.window.showSaveDialog({
    title: filters === "" ? title : `${title} · ${filters}`,
    defaultUri: proposedFile(`${survey.label} ${kind}`, preferred),
    filters: Object.fromEntries(ordered.map((it) => [formatNames[it], [it]])),
  });
  if (!uri) {
    return undefined;
  }
  const chosen = formats.find((it) => uri.path.toLowerCase().endsWith(`.${it}`)) ?? preferred;
  const resume = await askResume(localPath(uri));
  return resume === undefined
    ? undefined
    : {
        ...survey,
        file: uri,
        format: chosen,
        overwrite: true,
        resume,
        verify: preferences.verify,
        ...wantedBy(clicked),
      };
}

export const formatNames: Readonly<Record<Format, string>> = { json: "JSON", ndjson: "NDJSON" };

/** Which responses are wanted. */
type Wanted = Pick<ExportResponses, "startDateTime" | "endDateTime" | "collectGroupId" | "filter">;

function wantedBy(clicked: Clicked | undefined): Wanted {
  switch (clicked?.kind) {
    case "collectGroup":
      return { collectGroupId: clicked.group.collectGroupId };
    case "panel": {
      const { duration, conditions, ...wanted } = clicked.filter;
      return { ...wanted, filter: { duration, conditions } };
    }
    default:
      return {};
  }
}

/** Says how much the panel filters by, as many as there are chips. */
function filtersText(clicked: Clicked | undefined): string {
  const { conditions = [], ...filter } = clicked?.kind === "panel" ? clicked.filter : {};
  const count = conditions.length + Object.values(filter).filter((it) => it !== undefined).length;
  switch (count) {
    case 0:
      return "";
    case 1:
      return vscode.l10n.t("1 filter");
    default:
      return vscode.l10n.t("{0} filters", count.toLocaleString(vscode.env.language));
  }
}

/** Whether to go on with what an unfinished export to the file left; `undefined`: the person changed their mind. */
export async function askResume(file: string): Promise<boolean | undefined> {
  if (!(await isUnfinished(file))) {
    return false;
  }
  const resume = vscode.l10n.t("Resume");
  const anew = vscode.l10n.t("Start Anew");
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t("An export to this file was not finished. Go on where it ended?"),
    { modal: true },
    resume,
    anew,
  );
  return choice === undefined ? undefined : choice === resume;
}

async function isUnfinished(file: string): Promise<boolean> {
  return (await stat(targetFiles(file).partial).catch(() => undefined)) !== undefined;
}

/** For a failed export: going on from what is there. */
export async function continueAction(
  selection: Omit<ExportSelection, "kind">,
): Promise<Action | undefined> {
  return (await isUnfinished(selection.file))
    ? exportAction(vscode.l10n.t("Continue"), "continueExport", selection)
    : undefined;
}

/** A button that runs one of the commands on an export of the list. */
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

/** One notification of an export that is done, with what can come next. */
export async function tellOfExport(result: Exported, dataSpace: string): Promise<void> {
  const { file, warnings, verification, unverified } = result;
  const count = result.responses.toLocaleString(vscode.env.language);
  const name = vscode.workspace.asRelativePath(file);
  const said = [vscode.l10n.t("Exported {0} responses to {1}.", count, name), ...warnings];
  const selection = { dataSpace, file };
  if (unverified !== undefined) {
    said.push(vscode.l10n.t("It was not verified: {0}", unverified));
  }
  if (!verification) {
    const verify = exportAction(vscode.l10n.t("Verify"), "verifyExport", selection);
    await tellOfFile(said.join(" "), file, { further: [verify] });
    return;
  }
  said.push(comparisonText(file, verification));
  const repair = exportAction(vscode.l10n.t("Repair…"), "repairExport", selection);
  const isWarning = !verification.ok;
  await tellOfFile(said.join(" "), file, { further: isWarning ? [repair] : [], isWarning });
}
