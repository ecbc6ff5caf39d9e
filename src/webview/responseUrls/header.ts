import { html, nothing, type TemplateResult } from "lit";
import type { ResponseUrlsRequests } from "../../messages/requests/responseUrls.ts";
import type { ResponseUrlsContent, ResponseUrlsState } from "../../messages/responseUrls.ts";
import { action } from "../shared/controls.ts";
import { updatedText, t } from "../shared/l10n.ts";
import type { Send } from "../shared/vscodeApi.ts";
import type { UrlRows } from "./urlRows.ts";

export interface HeaderOptions {
  readonly state: ResponseUrlsState;
  readonly rows: UrlRows;
  readonly waiting: TemplateResult;
  readonly send: Send<ResponseUrlsRequests>;
  readonly takeFrom: (source: "openFile" | "paste") => void;
  readonly preview: () => void;
  readonly addRow: () => void;
  readonly removeRows: () => void;
}

export function header(options: HeaderOptions): TemplateResult {
  const { state } = options;
  return html`<header class="head">
    <div class="head-line">
      <h1 title=${state.title}>
        ${state.title} <span class="quiet">· ${t("Response URLs")}</span>
      </h1>
      <div class="facts quiet">
        ${state.content ? facts(state.content) : html`<span>${state.subject.dataSpace}</span>`}
      </div>
    </div>
    <div class="head-line">${toolbar(options)} ${options.waiting}</div>
  </header>`;
}

function toolbar(options: HeaderOptions): TemplateResult {
  const { state, rows, send } = options;
  const { draft, locked } = rows;
  const summary = draft.summary();
  const cannotEdit = state.content === undefined || locked;
  const hasNoUrls = summary.urls === 0;
  return html`<div class="toolbar icons-when-narrow" role="group" aria-label=${t("Actions")}>
    ${action({
      icon: "link",
      label: t("Create URLs"),
      className: "primary",
      disabled: cannotEdit || summary.rows === summary.blank,
      run: options.preview,
    })}
    ${action({
      icon: "folder-opened",
      label: t("Open File"),
      disabled: cannotEdit,
      run: () => options.takeFrom("openFile"),
    })}
    ${action({
      icon: "clippy",
      label: t("Paste Rows"),
      disabled: cannotEdit,
      run: () => options.takeFrom("paste"),
    })}
    ${action({ icon: "add", label: t("Add Row"), disabled: cannotEdit, run: options.addRow })}
    ${action({
      icon: "trash",
      label: t("Remove Rows"),
      disabled: cannotEdit,
      run: options.removeRows,
    })}
    ${action({
      icon: "discard",
      label: t("Undo"),
      shortcut: "Control+Z",
      disabled: cannotEdit || !draft.canUndo,
      run: () => rows.undo(),
    })}
    ${action({
      icon: "copy",
      label: t("Copy All URLs"),
      disabled: hasNoUrls,
      run: () => rows.copyAll(),
    })}
    ${action({ icon: "save", label: t("Save"), disabled: hasNoUrls, run: () => rows.save() })}
    ${action({ icon: "list-tree", label: t("Structure"), run: () => send("openStructure") })}
    ${action({
      icon: "refresh",
      label: t("Refresh"),
      // Beside the primary button, a label has no room in a window of usual size.
      iconOnly: true,
      disabled: state.loading || locked,
      run: () => send("refresh"),
    })}
  </div>`;
}

function facts({ group, surveyLabel, source }: ResponseUrlsContent): TemplateResult {
  return html`
    <span>${surveyLabel}</span>
    ${[group.channel, group.state].map((it) => (it === undefined ? nothing : html`<span>${it}</span>`))}
    ${group.isUsingHmac ? html`<span>${t("HMAC")}</span>` : nothing}
    <span title=${updatedText(source.readAt)}> ${source.dataSpace} · ${source.apiVersion} </span>
  `;
}
