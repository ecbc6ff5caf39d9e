import { html, nothing, type TemplateResult } from "lit";
import {
  cellModes,
  type CellMode,
  type ResponseFilter,
  type ResponsesRequest,
  type ResponsesState,
} from "../../messages/responses.ts";
import { action, icon } from "../shared/controls.ts";
import { formatTime, t } from "../shared/l10n.ts";

export interface ToolbarOptions {
  readonly state: ResponsesState;
  readonly mode: CellMode;
  readonly filterOpen: boolean;
  readonly detailOpen: boolean;
  readonly send: (request: ResponsesRequest) => void;
  readonly setMode: (mode: CellMode) => void;
  readonly toggleFilter: () => void;
  readonly toggleDetail: () => void;
}

export function header(options: ToolbarOptions): TemplateResult {
  const { state, send } = options;
  return html`<header class="head">
    <div class="head-line">
      <h1>${state.title} <span class="quiet">· ${t("responses")}</span></h1>
      <div class="toolbar" role="group" aria-label=${t("Actions")}>
        ${modes(options)}
        ${action({
          icon: "filter",
          label: t("Filter"),
          shortcut: "F",
          className: "filter-toggle",
          expanded: options.filterOpen,
          run: options.toggleFilter,
        })}
        ${action({ icon: "export", label: t("Export"), run: () => send({ kind: "export" }) })}
        ${action({
          icon: "refresh",
          label: t("Refresh"),
          disabled: state.loading,
          run: () => send({ kind: "refresh" }),
        })}
        ${action({
          icon: "list-tree",
          label: t("Structure"),
          run: () => send({ kind: "openStructure" }),
        })}
        ${action({
          icon: options.detailOpen ? "layout-sidebar-right" : "layout-sidebar-right-off",
          label: t("Response details"),
          iconOnly: true,
          shortcut: "Enter",
          disabled: !state.content || state.content.rows.length === 0,
          expanded: options.detailOpen,
          run: options.toggleDetail,
        })}
      </div>
    </div>
    ${chips(options)}
  </header>`;
}

function modes({ mode, setMode }: ToolbarOptions): TemplateResult {
  const names: Record<CellMode, string> = {
    codes: t("Codes"),
    labels: t("Labels"),
    both: t("Both"),
  };
  return html`<fieldset
    class="segmented"
    aria-keyshortcuts="C"
    title=${t("Show answers as ({0})", "C")}
  >
    <legend class="visually-hidden">${t("Show answers as")}</legend>
    ${cellModes.map(
      (it) =>
        html`<label>
          <input
            type="radio"
            name="cells"
            value=${it}
            .checked=${it === mode}
            @change=${() => setMode(it)}
          /><span>${names[it]}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** What is filtered by, each part with the way to take it away. */
function chips({ state, send }: ToolbarOptions): TemplateResult | typeof nothing {
  const { filter } = state;
  const group = state.collectGroups.find((it) => it.collectGroupId === filter.collectGroupId);
  const parts: (readonly [keyof ResponseFilter, string])[] = [];
  if (filter.startDateTime !== undefined) {
    parts.push(["startDateTime", t("After {0}", formatTime(filter.startDateTime, true))]);
  }
  if (filter.endDateTime !== undefined) {
    parts.push(["endDateTime", t("Until {0}", formatTime(filter.endDateTime, true))]);
  }
  if (filter.collectGroupId !== undefined) {
    parts.push(["collectGroupId", group?.label ?? filter.collectGroupId]);
  }
  if (parts.length === 0) {
    return nothing;
  }
  return html`<ul class="chips" aria-label=${t("Filters")}>
    ${parts.map(
      ([key, label]) =>
        html`<li class="chip">
          <span>${label}</span>
          <button
            type="button"
            class="chip-remove"
            aria-label=${t("Remove filter: {0}", label)}
            title=${t("Remove filter")}
            @click=${() => send({ kind: "filter", filter: without(filter, key) })}
          >
            ${icon("close")}
          </button>
        </li>`,
    )}
  </ul>`;
}

function without(filter: ResponseFilter, removed: keyof ResponseFilter): ResponseFilter {
  const kept = Object.entries(filter).filter(
    ([key, value]) => key !== removed && value !== undefined,
  );
  return Object.fromEntries(kept);
}
