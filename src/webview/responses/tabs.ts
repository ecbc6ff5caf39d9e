import type { TemplateResult } from "lit";
import { responsesTabs, type ResponsesTab } from "../../messages/responses.ts";
import { t } from "../shared/l10n.ts";
import { tabs } from "../shared/tabs.ts";

/** Id of the element that shows the tab's content. */
export const tabBody = "responses-body";

export function tabName(tab: ResponsesTab): string {
  switch (tab) {
    case "responses":
      return t("Responses");
    case "summary":
      return t("Summary");
    case "fieldwork":
      return t("Fieldwork");
  }
}

export function responsesTabList(
  current: ResponsesTab,
  select: (tab: ResponsesTab) => void,
): TemplateResult {
  return tabs({ all: responsesTabs, current, body: tabBody, nameOf: tabName, select });
}
