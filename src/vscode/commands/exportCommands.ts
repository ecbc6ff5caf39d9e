import { stat } from "node:fs/promises";
import * as z from "zod";
import * as vscode from "vscode";
import { exportResponses, type ExportResult } from "../../export/exportResponses.ts";
import { exportSurvey } from "../../export/exportSurvey.ts";
import type { ResponseFilter } from "../../messages/responses.ts";
import { isDateTime } from "../../model/time.ts";
import type { DataSpaces } from "../adapters/dataSpaces.ts";
import { readPreferences } from "../adapters/settings.ts";
import { tellOfFile } from "../adapters/tellOfFile.ts";
import type { Clicked } from "../tree/node.ts";
import { askSurvey, type SurveyChoice } from "./ask.ts";
import { localPath, pathOrUri, proposedFile } from "./paths.ts";
import { withProgress } from "../adapters/progress.ts";
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
  resume: z.boolean().optional(),
});
const exportResponsesArgument = z.strictObject({
  ...exportMetadataArgument.shape,
  collectGroupId: z.string().min(1).optional(),
  variables: z.array(z.string().min(1)).optional(),
  embeddedData: z.array(z.string().min(1)).optional(),
  parameterField: z.enum(["ANSWERS", "PARAMETERS"]).optional(),
});
type ExportResponses = z.infer<typeof exportResponsesArgument>;

export interface ExportParts {
  readonly dataSpaces: DataSpaces;
  /** For the manifest. */
  readonly toolVersion: string;
}

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

export function exportResponsesCommand(parts: ExportParts): Command<ExportResponses, ExportResult> {
  return {
    id: "surveyExplorer.exportResponses",
    argument: exportResponsesArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      return survey && askResponsesFile("responses", survey, filterOf(clicked));
    },
    run: (argument) => runExport(parts, "responses", argument),
    tell: tellOfExport,
  };
}

export function exportMetadataCommand(parts: ExportParts): Command<ExportResponses, ExportResult> {
  return {
    id: "surveyExplorer.exportMetadata",
    argument: exportMetadataArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      return survey && askResponsesFile("metadata", survey, {});
    },
    run: (argument) => runExport(parts, "metadata", argument),
    tell: tellOfExport,
  };
}

type Kind = "responses" | "metadata";

async function runExport(
  { dataSpaces, toolVersion }: ExportParts,
  kind: Kind,
  argument: ExportResponses,
): Promise<ExportResult> {
  const { dataSpace, surveyId, file, format: chosen, overwrite, resume, ...query } = argument;
  const title =
    kind === "responses"
      ? vscode.l10n.t("Exporting the responses of {0}", surveyId)
      : vscode.l10n.t("Exporting the response metadata of {0}", surveyId);
  return withProgress(title, async (signal, progress) => {
    const client = await dataSpaces.client(dataSpace);
    return exportResponses({
      client,
      surveyId,
      kind,
      query,
      file: localPath(file),
      format: chosen,
      overwrite,
      resume,
      signal,
      toolVersion,
      onProgress: ({ responses }) =>
        progress.report({
          message: vscode.l10n.t("{0} so far", responses.toLocaleString(vscode.env.language)),
        }),
    });
  });
}

/** Asks for the file, and what to do with an export to it that was not finished. */
async function askResponsesFile(
  kind: Kind,
  survey: SurveyChoice,
  filter: ResponseFilter,
): Promise<ExportResponses | undefined> {
  const preferred = readPreferences().export.format;
  const names: Record<Format, string> = { json: "JSON", ndjson: "NDJSON" };
  const ordered = [preferred, ...formats.filter((it) => it !== preferred)];
  const uri = await vscode.window.showSaveDialog({
    title:
      kind === "responses"
        ? vscode.l10n.t("Export responses")
        : vscode.l10n.t("Export response metadata"),
    defaultUri: proposedFile(`${survey.label} ${kind}`, preferred),
    filters: Object.fromEntries(ordered.map((it) => [names[it], [it]])),
  });
  if (!uri) {
    return undefined;
  }
  const chosen = formats.find((it) => uri.path.toLowerCase().endsWith(`.${it}`)) ?? preferred;
  const resume = await askResume(localPath(uri));
  const { dataSpace, surveyId } = survey;
  return resume === undefined
    ? undefined
    : { dataSpace, surveyId, file: uri, format: chosen, overwrite: true, resume, ...filter };
}

function filterOf(clicked: Clicked | undefined): ResponseFilter {
  switch (clicked?.kind) {
    case "collectGroup":
      return { collectGroupId: clicked.group.collectGroupId };
    case "panel":
      return clicked.filter;
    default:
      return {};
  }
}

async function askResume(file: string): Promise<boolean | undefined> {
  const partial = await stat(`${file}.partial`).catch(() => undefined);
  if (!partial) {
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

async function tellOfExport(result: ExportResult): Promise<void> {
  const count = result.responses.toLocaleString(vscode.env.language);
  const name = vscode.workspace.asRelativePath(result.file);
  const done = vscode.l10n.t("Exported {0} responses to {1}.", count, name);
  await tellOfFile([done, ...result.warnings].join(" "), result.file);
}
