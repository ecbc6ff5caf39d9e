import type { TemplateResult } from "lit";
import type { ResponseFilter, ResponsesState } from "../../messages/responses.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import { blank } from "../shared/states.ts";

/** Whether rows keep their place between two states, as when they are read again. */
export function samePage(a: ResponsesState, b: ResponsesState): boolean {
  return (
    a.content?.first === b.content?.first &&
    a.filter.startDateTime === b.filter.startDateTime &&
    a.filter.endDateTime === b.filter.endDateTime &&
    a.filter.collectGroupId === b.filter.collectGroupId
  );
}

export function waitingText({ scanned }: ResponsesState): string {
  return scanned === undefined
    ? t("Reading responses…")
    : t("Looking for matching responses… {0} read", formatNumber(scanned));
}

/** No row to show: because nobody has answered, or because of what is filtered by. */
export function empty(filter: ResponseFilter, clear: () => void): TemplateResult {
  return Object.values(filter).every((value) => value === undefined)
    ? blank(t("No responses yet"), t("Responses appear here once somebody has submitted one."))
    : blank(t("No response matches the filters"), undefined, {
        label: t("Clear filters"),
        run: clear,
      });
}
