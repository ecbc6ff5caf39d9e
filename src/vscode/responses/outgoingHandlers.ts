import { openReport } from "../reports/openReport.ts";
import { loaded } from "../platform/loaded.ts";
import * as vscode from "vscode";
import { cancelled } from "../../client/waiting.ts";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import { isCancelled } from "../../model/errors.ts";
import type { Column } from "../../model/grid.ts";
import { plural } from "../../model/localizable.ts";
import type { Handlers } from "../../rpc/messages.ts";
import type { ShownTable } from "../../table/shownTable.ts";
import { say, showFailure, showStatus } from "../platform/window.ts";
import { reportDraft } from "../recipes/drafts.ts";
import { savePicture } from "../reports/savePicture.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { viewOf } from "../panels/places.ts";
import { nameAmong } from "./columnNames.ts";
import type { ResponsesState } from "./responsesState.ts";

type LeadingOn = Pick<
  ResponsesRequests,
  | "copyCells"
  | "copyLink"
  | "openStructure"
  | "export"
  | "missingCodes"
  | "report"
  | "reportRecipe"
  | "savePicture"
  | "changeKeys"
>;

/** Returns the handlers that take what a responses panel shows to the clipboard, to commands and to documents. */
export function outgoingHandlers(
  context: PanelContext,
  subject: PanelSubject,
  state: ResponsesState,
): Handlers<LeadingOn> {
  return {
    copyCells: async (cells) => {
      if (state.shown) {
        await copyCells(state.shown, cells, context.log);
      }
    },
    openStructure: (place) =>
      context.run("surveyExplorer.openSurvey", { ...state.selection, place }),
    copyLink: ({ column, responseId }) => {
      const question =
        column === undefined ? undefined : nameAmong(variablesOf(state.structure?.columns), column);
      const place = { view: viewOf(state.tab), question, responseId };
      context.run("surveyExplorer.copyLink", { ...state.selection, place });
    },
    export: () => context.run("surveyExplorer.exportResponses", state.selection),
    missingCodes: ({ column }) =>
      context.run("surveyExplorer.setMissingCodes", { ...state.selection, question: column }),
    report: (report) => openShownReport(context, subject, state, report),
    reportRecipe: ({ format, columns: asked, view }) => {
      const { structure, filter, title: label } = state;
      if (structure) {
        const { dataSpace, surveyId } = subject;
        const shown = { format, filter, columns: structure.columns, asked, view };
        const draft = reportDraft(context, { dataSpace, surveyId, label }, shown);
        context.run("surveyExplorer.saveAsRecipe", { kind: "recipeStep", draft });
      }
    },
    savePicture: (picture) => savePicture(context.log, picture),
    // Opens VS Code's editor of keyboard shortcuts, at those of the panel.
    changeKeys: () =>
      void vscode.commands.executeCommand(
        "workbench.action.openGlobalKeybindings",
        "surveyExplorer.responses",
      ),
  };
}

function variablesOf(columns: readonly Column[] = []): Column[] {
  return columns.filter((it) => it.kind === "variable");
}

/** Opens the summary of what a panel shows as a document. */
function openShownReport(
  { log, toolVersion }: Pick<PanelContext, "log" | "toolVersion">,
  { dataSpace, surveyId }: PanelSubject,
  { shown, structure, filter, title, missingCodes: missing }: ResponsesState,
  { format, columns: asked, view }: Parameters<ResponsesRequests["report"]>[0],
): void {
  if (!shown || !structure) {
    return;
  }
  const survey = { surveyId, label: title, apiVersion: shown.key.version };
  const { columns, collectGroups } = structure;
  const of = { survey, dataSpace, columns, collectGroups, filter, missing };
  const subject = { ...of, asked, view, format };
  void openReport(log, subject, async (signal, progress) => {
    const { tableReport } = await loaded(import("../reports/tableReport.ts"));
    return tableReport(shown, subject, { toolVersion, signal, progress });
  });
}

/** Copies cells to the clipboard, and shows so. Rejects with "cancelled" if the view does not exist any more. */
async function copyCells(
  { tables, table }: ShownTable,
  { view, ...query }: Parameters<ResponsesRequests["copyCells"]>[0],
  log: vscode.LogOutputChannel,
): Promise<void> {
  try {
    const text = await tables.copy(table, view, query);
    if (text === undefined) {
      throw cancelled();
    }
    await vscode.env.clipboard.writeText(text);
    const count = (query.bottom - query.top + 1) * query.columns.length;
    const said = say(plural(count, { one: "Copied {0} cell", other: "Copied {0} cells" }));
    showStatus(said, 4000);
  } catch (error) {
    if (isCancelled(error)) {
      throw error;
    }
    showFailure(log, "Copying cells", error);
  }
}
