import type { PanelSubject } from "../../messages/panel.ts";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import { loaded } from "../platform/loaded.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { openReport } from "../reports/openReport.ts";
import type { ResponsesState } from "./responsesState.ts";

/** Opens the summary of what a panel shows as a document. */
export function openShownReport(
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
