import * as z from "zod";
import * as vscode from "vscode";
import { localizable } from "../../model/localizable.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { asSent, formatted, isAsSent, rawSubject, rawUri, type RawSubject } from "./rawFiles.ts";
import { rawScheme } from "../registeredNames.ts";
import type { CommandSource } from "./node.ts";
import { askSurvey } from "../commands/ask.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";

type RawParts = Pick<CommandParts, "dataSpaces" | "rawFiles">;

/** `label` is that of the clicked item; callers of the public contract do not give it. */
interface ShowRaw {
  readonly subject: RawSubject;
  readonly label?: string | undefined;
  /** JSON that was read before; `undefined` reads it from the service. */
  readonly json?: Uint8Array | undefined;
}

/** Shows the JSON of a survey, collect group or response in a read-only editor. */
export function showRawCommand({ dataSpaces, rawFiles }: RawParts): Command<ShowRaw, void> {
  return {
    argument: rawSubject().transform((subject) => ({ subject })),
    ask: async (clicked) => clickedSubject(clicked) ?? askSubject(dataSpaces, clicked),
    async run({ subject, label, json }) {
      const uri = rawUri(subject, label ?? idOf(subject));
      if (json) {
        await rawFiles.put(uri, json);
      } else {
        // Read before opening: a failure is then an error of this command, not of an editor that opens in vain.
        await rawFiles.refresh(uri);
      }
      await vscode.commands.executeCommand("vscode.open", uri);
    },
  };
}

const rawEditor = z.custom<vscode.Uri>(
  (it) => it instanceof vscode.Uri && it.scheme === rawScheme,
  localizable("not the Uri of an editor of raw JSON").text,
);

type Show = Command<vscode.Uri, void>;

/** Switches an editor from formatted JSON to the bytes as the service sent them. */
export function showRawAsSentCommand(): Show {
  return showing(asSent);
}

/** Switches an editor from the bytes as sent to formatted JSON. */
export function showRawFormattedCommand(): Show {
  return showing(formatted);
}

function showing(other: (uri: vscode.Uri) => vscode.Uri): Show {
  return {
    argument: rawEditor,
    ask: async () => activeRawEditor(),
    async run(uri) {
      const to = other(uri);
      if (to !== uri) {
        await replaceEditor(uri, to);
      }
    },
  };
}

function activeRawEditor(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === rawScheme ? uri : undefined;
}

async function replaceEditor(from: vscode.Uri, to: vscode.Uri): Promise<void> {
  const wasOpen = vscode.workspace.textDocuments.some((it) => it.uri.toString() === to.toString());
  // A preview would replace the other editor, and closing that drops the cached bytes before the new one reads them.
  await vscode.commands.executeCommand("vscode.open", to, { preview: false });
  // VS Code may have made the tabs anew, and closes none of the earlier ones.
  const left = vscode.window.tabGroups.activeTabGroup.tabs.find(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === from.toString(),
  );
  if (left) {
    await vscode.window.tabGroups.close(left, true);
  }
  // Wrap lines, because most services send one long line. An editor that was already open keeps the person's choice.
  const document = vscode.window.activeTextEditor?.document;
  if (isAsSent(to) && !wasOpen && document?.uri.toString() === to.toString()) {
    const wrap = vscode.workspace.getConfiguration("editor", document).get("wordWrap");
    if (wrap === "off") {
      await vscode.commands.executeCommand("editor.action.toggleWordWrap");
    }
  }
}

function clickedSubject(clicked: CommandSource | undefined): ShowRaw | undefined {
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
  clicked: CommandSource | undefined,
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
