import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import { columnKey, type Column } from "../../model/grid.ts";
import type { Handlers } from "../../rpc/messages.ts";
import { savePicture } from "../reports/savePicture.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { viewOf } from "../panels/places.ts";
import { copyCells } from "./copyCells.ts";
import { openKeyboardShortcuts } from "./keyboardShortcuts.ts";
import { openShownReport } from "./openShownReport.ts";
import type { ResponsesState } from "./responsesState.ts";

type LeadingOn = Pick<
  ResponsesRequests,
  | "copyCells"
  | "copyLink"
  | "openStructure"
  | "export"
  | "missingCodes"
  | "report"
  | "savePicture"
  | "changeKeys"
>;

/** What a panel of responses leads on to, with what it shows. */
export function leadingOn(
  context: PanelContext,
  subject: PanelSubject,
  state: ResponsesState,
): Handlers<LeadingOn> {
  return {
    copyCells: (cells) => {
      if (state.shown) {
        copyCells(state.shown, cells, context.log);
      }
    },
    openStructure: (place) =>
      context.run("surveyExplorer.openSurvey", { ...state.selection, place }),
    copyLink: ({ column, responseId }) => {
      const question = column === undefined ? undefined : nameOf(state.structure?.columns, column);
      const place = { view: viewOf(state.tab), question, responseId };
      context.run("surveyExplorer.copyLink", { ...state.selection, place });
    },
    export: () => context.run("surveyExplorer.exportResponses", state.selection),
    missingCodes: ({ column }) =>
      context.run("surveyExplorer.setMissingCodes", { ...state.selection, question: column }),
    report: (report) => openShownReport(context, subject, state, report),
    savePicture: (picture) => savePicture(context.log, picture),
    changeKeys: openKeyboardShortcuts,
  };
}

/** What a person would call the column: its key where its name is that of a question, too. */
function nameOf(columns: readonly Column[] = [], key: string): string {
  const { name } = columns.find((it) => it.kind === "variable" && columnKey(it) === key) ?? {};
  const isFirst = columns.find((it) => it.kind === "variable" && it.name === name);
  return name !== undefined && isFirst && columnKey(isFirst) === key ? name : key;
}
