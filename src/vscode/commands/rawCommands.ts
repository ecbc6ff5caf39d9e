import * as vscode from "vscode";
import type { DataSpaces } from "../adapters/dataSpaces.ts";
import { rawSubject, rawUri, type RawFiles, type RawSubject } from "../adapters/rawFiles.ts";
import type { Clicked } from "../tree/node.ts";
import { askSurvey } from "./ask.ts";
import type { Command } from "./registry.ts";

export interface RawParts {
  readonly dataSpaces: DataSpaces;
  readonly rawFiles: RawFiles;
}

/** `label` is what a person clicked on; callers of the contract do not give it. */
interface ShowRaw {
  readonly subject: RawSubject;
  readonly label?: string | undefined;
  /** What was read before; absent: it is read from the service. */
  readonly json?: Uint8Array | undefined;
}

/** Shows the JSON of a survey, collect group or response exactly as it came, in a read-only editor. */
export function showRawCommand({ dataSpaces, rawFiles }: RawParts): Command<ShowRaw, undefined> {
  return {
    id: "surveyExplorer.showRaw",
    argument: rawSubject.transform((subject) => ({ subject })),
    ask: async (clicked) => clickedSubject(clicked) ?? askSubject(dataSpaces, clicked),
    async run({ subject, label, json }) {
      const uri = rawUri(subject, label ?? idOf(subject));
      const key = uri.toString();
      if (json) {
        rawFiles.put(uri, json);
      } else {
        // Read first: what cannot be read is an error here, and no editor that says so.
        await rawFiles.refresh(uri);
      }
      const wasOpen = vscode.workspace.textDocuments.some((it) => it.uri.toString() === key);
      await vscode.commands.executeCommand("vscode.open", uri);
      // Most services send one long line. An editor that is open keeps what the person has chosen.
      if (!wasOpen && vscode.window.activeTextEditor?.document.uri.toString() === key) {
        await vscode.commands.executeCommand("editor.action.toggleWordWrap");
      }
      return undefined;
    },
  };
}

function clickedSubject(clicked: Clicked | undefined): ShowRaw | undefined {
  switch (clicked?.kind) {
    case "collectGroup": {
      const { dataSpace, group } = clicked;
      return { subject: { dataSpace, collectGroupId: group.collectGroupId }, label: group.label };
    }
    case "response": {
      const { dataSpace, surveyId, response, json } = clicked;
      const label = vscode.l10n.t("Response {0}", response.serial ?? response.responseId ?? "");
      return { subject: { dataSpace, surveyId, response }, label, json };
    }
    default:
      return undefined;
  }
}

async function askSubject(
  dataSpaces: DataSpaces,
  clicked: Clicked | undefined,
): Promise<ShowRaw | undefined> {
  const survey = await askSurvey(dataSpaces, clicked);
  if (!survey) {
    return undefined;
  }
  const { dataSpace, surveyId, label } = survey;
  return { subject: { dataSpace, surveyId }, label };
}

function idOf(subject: RawSubject): string {
  return "surveyId" in subject ? subject.surveyId : subject.collectGroupId;
}
