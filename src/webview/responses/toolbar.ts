import { html, nothing, type TemplateResult } from "lit";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import type { ResponsesState, ResponsesTab } from "../../messages/responses.ts";
import { cellModes, type CellMode, type CopyFormat } from "../../model/responseView.ts";
import { action, type Action } from "../shared/controls.ts";
import { t } from "../shared/l10n.ts";
import "../shared/menu.ts";
import type { MenuItem } from "../shared/menu.ts";
import type { Send } from "../shared/vscodeApi.ts";
import { refreshHint } from "./counts.ts";
import { tabName } from "./tabs.ts";

export interface ToolbarOptions {
  readonly state: ResponsesState;
  readonly tab: ResponsesTab;
  readonly mode: CellMode;
  readonly open: { readonly find: boolean; readonly columns: boolean; readonly filter: boolean };
  readonly detailOpen: boolean;
  /** Whether a row is there that can be copied, or looked at. */
  readonly hasRows: boolean;
  readonly counts: string;
  /** The bar at the top of the panel while reading goes on. */
  readonly progress: TemplateResult;
  readonly chips: TemplateResult | typeof nothing;
  readonly send: Send<ResponsesRequests>;
  readonly setMode: (mode: CellMode) => void;
  readonly toggleFind: () => void;
  readonly toggleColumns: () => void;
  readonly toggleFilter: () => void;
  readonly toggleDetail: () => void;
  /** Whether small bars stand in the header of the grid. */
  readonly hasBars: boolean;
  readonly toggleBars: () => void;
  readonly copy: (format: CopyFormat) => void;
  readonly showRaw: () => void;
}

export function header(options: ToolbarOptions): TemplateResult {
  const { state, tab, send, open } = options;
  const isGrid = tab === "responses";
  // Fieldwork is of all responses, and reads them for itself.
  const isFiltered = tab !== "fieldwork";
  return html`<header class="head">
    ${options.progress}
    <div class="head-line fitted-line">
      <h1 title=${state.title}>
        ${state.title} <span class="quiet">· ${isGrid ? t("responses") : tabName(tab)}</span>
      </h1>
      <div class="toolbar" role="group" aria-label=${t("Actions")}>
        ${isGrid ? gridChoices(options) : nothing}
        ${
          isFiltered
            ? action({
                icon: "filter",
                label: t("Filter"),
                shortcut: "F",
                className: "filter-toggle",
                expanded: open.filter,
                run: options.toggleFilter,
              })
            : nothing
        }
        ${action({
          icon: "export",
          label: t("Export"),
          className: "export-action",
          run: () => send("export"),
        })}
        ${isFiltered ? reading(options) : nothing}
        ${action({
          icon: "list-tree",
          label: t("Structure"),
          className: "structure-action",
          run: () => send("openStructure"),
        })}
        ${isGrid ? detailToggle(options) : nothing}
        <overflow-menu .items=${menu(options)}></overflow-menu>
      </div>
    </div>
    ${
      isFiltered
        ? html`<div class="head-line status-line">
            ${options.chips}
            <span class="counts">${options.counts}</span>
          </div>`
        : nothing
    }
  </header>`;
}

/** How the grid is looked at. */
function gridChoices(options: ToolbarOptions): TemplateResult {
  const { state, open } = options;
  return html`${modes(options)}
  ${action({
    icon: "search",
    label: t("Find"),
    shortcut: "Control+F",
    className: "find-toggle",
    expanded: open.find,
    disabled: !state.content,
    run: options.toggleFind,
  })}
  ${action({
    icon: "list-selection",
    label: t("Columns"),
    shortcut: "K",
    className: "columns-toggle",
    expanded: open.columns,
    disabled: !state.content,
    run: options.toggleColumns,
  })}`;
}

function detailToggle({ detailOpen, hasRows, toggleDetail }: ToolbarOptions): TemplateResult {
  return action({
    icon: detailOpen ? "layout-sidebar-right" : "layout-sidebar-right-off",
    label: t("Response details"),
    iconOnly: true,
    shortcut: "Enter",
    disabled: !hasRows,
    expanded: detailOpen,
    run: toggleDetail,
  });
}

/** Reading goes on by itself; it can be paused, and begun again for what is new. All in one place, which stays as wide. */
function reading({ state, send }: ToolbarOptions): TemplateResult {
  const refresh = { icon: "refresh", label: t("Refresh"), hint: refreshHint() };
  const offers: Record<ResponsesState["reading"]["state"], Action> = {
    reading: { icon: "debug-pause", label: t("Pause"), run: () => send("cancel") },
    paused: { icon: "play", label: t("Resume"), run: () => send("resume") },
    elsewhere: { ...refresh, disabled: true, run: () => undefined },
    idle: { ...refresh, run: () => send("refresh") },
    offline: { ...refresh, run: () => send("refresh") },
  };
  return action({
    ...offers[state.reading.state],
    className: "reading-action",
    alternatives: Object.values(offers).map((it) => it.label),
  });
}

function menu(options: ToolbarOptions): MenuItem[] {
  const { state, tab, send } = options;
  return [
    { label: t("Export"), whenNarrow: true, run: () => send("export") },
    { label: t("Structure"), whenNarrow: true, run: () => send("openStructure") },
    ...(tab === "responses" ? [...gridMenu(options), ...modeMenu(options)] : []),
    {
      label: t("Read everything anew"),
      separated: true,
      // Metadata are read by each window.
      disabled: tab !== "fieldwork" && state.reading.state === "elsewhere",
      run: () => send("readAnew"),
    },
  ];
}

function gridMenu({ copy, hasRows, showRaw, hasBars, toggleBars }: ToolbarOptions): MenuItem[] {
  const disabled = !hasRows;
  return [
    { label: t("Copy"), shortcut: "Ctrl+C", disabled, run: () => copy("tsv") },
    { label: t("Copy as CSV"), disabled, run: () => copy("csv") },
    { label: t("Copy as JSON"), disabled, run: () => copy("json") },
    { label: t("Copy as Markdown"), disabled, run: () => copy("markdown") },
    { label: t("Raw JSON of this response"), shortcut: "J", disabled, run: showRaw },
    { label: t("Bars in the header"), separated: true, checked: hasBars, run: toggleBars },
  ];
}

function modeNames(): Record<CellMode, string> {
  return { codes: t("Codes"), labels: t("Labels"), both: t("Both") };
}

function modeMenu({ mode, setMode }: ToolbarOptions): MenuItem[] {
  const names = modeNames();
  return cellModes.map((it, index) => ({
    label: names[it],
    checked: it === mode,
    whenNarrow: true,
    separated: index === 0,
    run: () => setMode(it),
  }));
}

function modes({ mode, setMode }: ToolbarOptions): TemplateResult {
  const names = modeNames();
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
