import { join, parse } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { publicExport } from "../../export/publicResult.ts";
import { exportDataSpace, type ExportDataSpaceResult } from "../../export/exportDataSpace.ts";
import { isFreeFolder, isUnfinishedDataSpace } from "../../export/exportDataSpaceFolder.ts";
import { fileName } from "../../export/fileName.ts";
import { localizable, plural, type LocalizableText } from "../../model/localizable.ts";
import type { SurveySummary } from "../../model/survey.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { joined, plain } from "../platform/plainText.ts";
import { revealAction } from "../platform/fileMessage.ts";
import {
  pickOne,
  showInformation,
  showWarning,
  t,
  say,
  type Action,
  offer,
} from "../platform/window.ts";
import type { ExportParts } from "./exportParts.ts";
import { withExportProgress } from "./exportProgress.ts";
import { withCopies } from "./sharedCopies.ts";
import { withPauses } from "./runExport.ts";
import type { CommandSource } from "../surveys/node.ts";
import { askDataSpace, pickSurveys } from "../commands/ask.ts";
import { localPath, pathOrUri, proposedFile } from "../commands/paths.ts";
import type { Command } from "../commands/registry.ts";

const argument = z.strictObject({
  dataSpace: z.string(),
  surveyIds: z.array(z.string()).min(1).optional(),
  directory: pathOrUri.transform(localPath),
});
type Argument = z.output<typeof argument>;

interface Exported {
  readonly directory: string;
  readonly surveys: number;
  readonly responses: number;
  /** Undefined if there are none. */
  readonly warnings?: readonly string[];
  readonly warningTexts?: readonly LocalizableText[];
}

/** Exports all or some surveys of a data space as a directory that can be opened as a local data space. */
export function exportDataSpaceCommand(parts: ExportParts): Command<Argument, Exported> {
  return {
    argument,
    async ask(clicked, selected) {
      if (clicked?.kind === "dataSpaceExport") {
        const { kind: _, ...again } = clicked;
        return again;
      }
      const dataSpace = await askDataSpace(parts.dataSpaces, clicked);
      if (dataSpace === undefined) {
        return undefined;
      }
      // If the person is signed out, fail before the questions.
      await (await parts.dataSpaces.client(dataSpace)).spaceMark();
      const clickedSurveys = surveysOf(clicked, selected);
      const surveys = await askSurveys(parts.dataSpaces, dataSpace, clickedSurveys);
      const directory = surveys && (await askDirectory(dataSpace));
      return directory === undefined ? undefined : { dataSpace, directory, ...surveys };
    },
    async run(wanted, interactive) {
      const { warnings, warningTexts, ...result } = await runDataSpaceExport(
        parts,
        wanted,
        interactive,
      );
      return warnings.length === 0 ? result : { ...result, warnings, warningTexts };
    },
    notify: showDataSpaceExported,
    publicResult: publicExport,
    recover: async (wanted) =>
      (await isUnfinishedDataSpace(wanted.directory)) ? continueAction(wanted) : undefined,
  };
}

/** Returns the clicked survey or, if it is one of several selected, all selected surveys of its data space. */
function surveysOf(
  clicked: CommandSource | undefined,
  selected: readonly CommandSource[],
): SurveySummary[] | undefined {
  if (clicked?.kind === "panel") {
    return [clicked.survey];
  }
  if (clicked?.kind !== "survey") {
    return undefined;
  }
  return (selected.length > 0 ? selected : [clicked]).flatMap((it) =>
    it.kind === "survey" && it.dataSpace === clicked.dataSpace ? [it.survey] : [],
  );
}

/** Asks for all surveys or some, unless surveys were clicked. Returns `undefined` if the person cancels. */
async function askSurveys(
  dataSpaces: DataSpaces,
  dataSpace: string,
  clicked: readonly SurveySummary[] | undefined,
): Promise<Pick<Argument, "surveyIds"> | undefined> {
  if (clicked) {
    return { surveyIds: clicked.map((it) => it.surveyId) };
  }
  const all = t("All surveys");
  const title = t("Export the data space {0}", dataSpace);
  const scope = await pickOne([{ label: all }, { label: t("Choose surveys…") }], {
    title,
    placeHolder: t("Export all surveys, or choose some"),
  });
  if (!scope || scope.label === all) {
    return scope && {};
  }
  const chosen = await pickSurveys(dataSpaces, dataSpace, { title });
  return chosen && chosen.length > 0 ? { surveyIds: chosen.map((it) => it.surveyId) } : undefined;
}

/** Returns the folder that the person chooses, or a new one in it if it contains other things. */
async function askDirectory(dataSpace: string): Promise<string | undefined> {
  const name = parse(fileName(dataSpace, "d", "data space")).name;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Choose an empty folder, or a folder for "{0}"', name),
      openLabel: vscode.l10n.t("Export Here"),
      defaultUri: vscode.Uri.joinPath(proposedFile(dataSpace, "d"), ".."),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!chosen) {
    return undefined;
  }
  const folder = localPath(chosen);
  const isItself = (await isUnfinishedDataSpace(folder)) || (await isFreeFolder(folder));
  return isItself ? folder : join(folder, name);
}

async function runDataSpaceExport(
  parts: ExportParts,
  wanted: Argument,
  interactive: boolean,
): Promise<ExportDataSpaceResult> {
  const { dataSpaces, tables, toolVersion } = parts;
  const { dataSpace } = wanted;
  const title = t("Exporting the data space {0}", dataSpace);
  const onStopped = () => showStopped(wanted);
  return withExportProgress(title, (running) =>
    withPauses(parts, { dataSpace, running, interactive, onStopped }, async (pausable) => {
      const client = await dataSpaces.clientIn(dataSpace, "v3");
      const serials = await dataSpaces.clientIn(dataSpace, "v1");
      return withCopies(tables, { client, ...pausable }, (lent) =>
        exportDataSpace({
          ...wanted,
          ...lent,
          client,
          serials,
          toolVersion,
          onProgress: ({ survey, surveys, label, reading }) => {
            const numbers = [survey, surveys].map((it) => it.toLocaleString(vscode.env.language));
            const name = plain(label);
            const step =
              surveys === 1 ? name : vscode.l10n.t("{0} of {1} surveys: {2}", ...numbers, name);
            // A survey that begins has reached nothing yet, which is no step back of the export.
            const { update } = reading ? pausable : running;
            update({ responses: 0, ...reading, step });
          },
        }),
      );
    }),
  );
}

function continueAction(wanted: Argument): Action {
  const again: CommandSource = { kind: "dataSpaceExport", ...wanted };
  return {
    title: vscode.l10n.t("Continue"),
    run: () => vscode.commands.executeCommand("surveyExplorer.exportDataSpace", again),
  };
}

async function showStopped(wanted: Argument): Promise<void> {
  await offer(
    showInformation,
    t(
      "The export to {0} was stopped. Continue it later: loaded responses are kept.",
      wanted.directory,
    ),
    continueAction(wanted),
  );
}

async function showDataSpaceExported({
  directory,
  surveys,
  responses,
  warningTexts: warnings = [],
}: Exported): Promise<void> {
  const said = [
    say(
      localizable(
        "Exported {0} with {1} to {2}. The folder has a key of its own, not that of the service.",
        plural(surveys, { one: "{0} survey", other: "{0} surveys" }),
        plural(responses, { one: "{0} response", other: "{0} responses" }),
        directory,
      ),
    ),
    ...warnings.slice(0, 1).map(say),
  ];
  if (warnings.length > 1) {
    said.push(
      say(
        plural(warnings.length - 1, {
          one: "{0} more warning is in manifest.json.",
          other: "{0} more warnings are in manifest.json.",
        }),
      ),
    );
  }
  const open: Action = {
    title: vscode.l10n.t("Open as Local Data Space"),
    async run() {
      await vscode.commands.executeCommand("surveyExplorer.openLocalDataSpace", { directory });
      await vscode.commands.executeCommand("surveyExplorer.surveys.focus");
    },
  };
  const show = warnings.length > 0 ? showWarning : showInformation;
  await offer(show, joined(said), open, revealAction(join(directory, "dataspace.json")));
}
