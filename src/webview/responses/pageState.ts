import type { TemplateResult } from "lit";
import type { ResponsesState } from "../../messages/responses.ts";
import { t } from "../shared/l10n.ts";
import { blank } from "../shared/states.ts";
import { readingText } from "./counts.ts";
import type { ResponsesStore } from "./store.ts";

/** Renders why there is no row: none has arrived yet, nobody has answered, or none passes the filter. */
export function empty(store: ResponsesStore, state: ResponsesState): TemplateResult {
  const { content, reading } = state;
  if (content && content.loaded > 0) {
    const what = content.isComplete
      ? t("No response matches the filters")
      : t("No loaded response matches the filters");
    return blank(what, undefined, {
      label: t("Clear Filters"),
      run: () => store.filtering.set({}),
    });
  }
  if (reading.state === "paused") {
    const run = (): void => store.send("resume");
    return blank(readingText(state), undefined, { label: t("Resume"), run });
  }
  return reading.state === "idle"
    ? blank(t("No responses yet"), t("Submitted responses appear here."))
    : blank(readingText(state));
}
