import type { TemplateResult } from "lit";
import type { ResponsesState } from "../../messages/responses.ts";
import { t } from "../shared/l10n.ts";
import { blank } from "../shared/states.ts";
import { readingText } from "./counts.ts";

export interface EmptyOptions {
  readonly state: ResponsesState;
  readonly clear: () => void;
  readonly resume: () => void;
}

/** No row to show: because none came yet, because nobody has answered, or because of what is filtered by. */
export function empty({ state, clear, resume }: EmptyOptions): TemplateResult {
  const { content, reading } = state;
  if (content && content.loaded > 0) {
    const what = content.isComplete
      ? t("No response matches the filters")
      : t("No response matches the filters so far");
    return blank(what, undefined, { label: t("Clear filters"), run: clear });
  }
  if (reading.state === "paused") {
    return blank(readingText(state), undefined, { label: t("Resume"), run: resume });
  }
  return reading.state === "idle"
    ? blank(t("No responses yet"), t("Responses appear here once somebody has submitted one."))
    : blank(readingText(state));
}
