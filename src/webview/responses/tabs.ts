import type { ResponsesTab } from "../../messages/responses.ts";
import { t } from "../shared/l10n.ts";

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
