import { html, nothing, type TemplateResult } from "lit";
import type { StructureRequests } from "../../messages/requests/structure.ts";
import type { StructureContent, StructureState } from "../../messages/structure.ts";
import { action, structureChangesButton, time } from "../shared/controls.ts";
import { updatedText, offlineText, t } from "../shared/l10n.ts";
import type { Send } from "../shared/vscodeApi.ts";
import { groupCount, optionCount, questionCount } from "./counts.ts";

export interface HeaderOptions {
  readonly state: StructureState;
  readonly hasOutline: boolean;
  readonly outlineShown: boolean;
  readonly waiting: TemplateResult;
  readonly send: Send<StructureRequests>;
  readonly toggleOutline: () => void;
}

export function header(options: HeaderOptions): TemplateResult {
  const { state } = options;
  return html`<header class="head">
    <div class="head-line">
      <h1 title=${state.title}>${state.title}</h1>
      ${toolbar(options)}
    </div>
    <div class="head-line">
      <div class="facts quiet">
        ${state.content ? facts(state.content) : html`<span>${state.subject.dataSpace}</span>`}
      </div>
      ${structureChangesButton(state.news, () => options.send("showChanges"))} ${options.waiting}
    </div>
  </header>`;
}

function toolbar(options: HeaderOptions): TemplateResult {
  const { state, send } = options;
  return html`<div class="toolbar icons-when-narrow" role="group" aria-label=${t("Actions")}>
    ${
      state.content && options.hasOutline
        ? action({
            icon: "list-tree",
            label: t("Outline"),
            className: "outline-toggle",
            expanded: options.outlineShown,
            controls: "outline",
            run: options.toggleOutline,
          })
        : nothing
    }
    ${action({ icon: "table", label: t("Responses"), run: () => send("openResponses", {}) })}
    ${action({ icon: "export", label: t("Export Structure"), run: () => send("exportSurvey") })}
    ${action({
      icon: "book",
      label: t("Copy Codebook"),
      disabled: !state.content,
      run: () => send("copyCodebook"),
    })}
    ${action({ icon: "json", label: t("Raw JSON"), run: () => send("showRaw", {}) })}
    ${action({
      icon: "refresh",
      label: t("Refresh"),
      disabled: state.loading,
      run: () => send("refresh"),
    })}
  </div>`;
}

function facts({ survey, collectGroups, source }: StructureContent): TemplateResult {
  const options = survey.questions.reduce((sum, it) => sum + it.options.length, 0);
  const date = (text: string | undefined): unknown =>
    text === undefined ? t("not provided") : time(text);
  return html`
    <span>${t("Created")} ${date(survey.createdAt)}</span>
    <span>${t("Updated")} ${date(survey.updatedAt)}</span>
    <span>${questionCount(survey.questions.length)}</span>
    <span>${optionCount(options)}</span>
    <span>${groupCount(collectGroups.length)}</span>
    <span title=${updatedText(source.readAt)}> ${source.dataSpace} · ${source.apiVersion} </span>
    ${source.isOffline ? html`<span>${offlineText(source.readAt)}</span>` : nothing}
  `;
}
