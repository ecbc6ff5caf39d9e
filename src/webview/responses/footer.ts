import { html, nothing, type TemplateResult } from "lit";
import {
  responsesTabs,
  type ResponsesContent,
  type ResponsesState,
} from "../../messages/responses.ts";
import { fieldsNotProvided, metadataLabel } from "../../model/metadataColumns.ts";
import type { ApiVersion } from "../../model/survey.ts";
import { structureChangesButton } from "../shared/controls.ts";
import { updatedText, formatNumber, t, sayCount } from "../shared/l10n.ts";
import { tabs } from "../shared/tabs.ts";
import { notProvided } from "../shared/versions.ts";
import { readingText } from "./counts.ts";
import type { ResponsesStore } from "./store.ts";
import { tabBody, tabName } from "./tabs.ts";

export function footer(
  { tab, select, fieldwork, send }: ResponsesStore,
  state: ResponsesState,
): TemplateResult {
  return html`<footer class="foot">
    ${tabs({ all: responsesTabs, current: tab.value, body: tabBody, nameOf: tabName, select })}
    ${structureChangesButton(state.news, () => send("showChanges"))}
    <div class="facts quiet">
      ${tab.value === "fieldwork" ? fieldworkFacts(state, fieldwork.answer?.version) : responsesFacts(state)}
    </div>
  </footer>`;
}

function responsesFacts(state: ResponsesState): TemplateResult {
  const { content } = state;
  const reading = readingText(state);
  return html`${reading === "" ? nothing : html`<span>${reading}</span>`}
  ${
    content
      ? html`<span>${loaded(content)}</span>
          <span>${content.source.apiVersion}</span>
          ${notProvidedFields(content.source.apiVersion)}
          <span>${content.source.dataSpace}</span>
          ${
            state.reading.state === "offline"
              ? nothing
              : html`<span>${updatedText(content.source.readAt)}</span>`
          }`
      : html`<span>${state.subject.dataSpace}</span>`
  }`;
}

/** Fieldwork shows its own progress and time of reading, which differ from those of the responses. */
function fieldworkFacts(
  { subject }: ResponsesState,
  version: ApiVersion | undefined,
): TemplateResult {
  return html`${version === undefined ? nothing : html`<span>${version}</span>`}
    <span>${subject.dataSpace}</span>`;
}

/** Names the metadata that the version does not provide, because people would look for their columns here. */
function notProvidedFields(version: ApiVersion): TemplateResult | typeof nothing {
  const fields = fieldsNotProvided(version).map((name) => metadataLabel(name, t));
  return fields.length === 0 ? nothing : html`<span>${notProvided(version, fields)}</span>`;
}

/** The API provides no total: it is known once everything is loaded. */
function loaded({ loaded: count, isComplete }: ResponsesContent): string {
  if (!isComplete) {
    return t("{0} loaded, total not known yet", formatNumber(count));
  }
  if (count === 0) {
    return t("No responses");
  }
  return sayCount(count, { one: "{0} response loaded", other: "All {0} responses loaded" });
}
