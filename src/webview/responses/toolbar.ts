import { html, nothing, type TemplateResult } from "lit";
import type { ResponsesState } from "../../messages/responses.ts";
import { cellModes, type CellMode } from "../../model/responseView.ts";
import { segmented } from "../shared/choice.ts";
import { action, type Action } from "../shared/controls.ts";
import { t } from "../shared/l10n.ts";
import "../shared/menu.ts";
import type { MenuItem } from "../shared/menu.ts";
import { counts, refreshHint } from "./counts.ts";
import { chips } from "./filter/chips.ts";
import type { ResponsesStore } from "./store.ts";
import { tabName } from "./tabs.ts";

/** @param progress the progress bar at the top of the panel */
export function header(
  store: ResponsesStore,
  state: ResponsesState,
  progress: TemplateResult,
): TemplateResult {
  const { filtering } = store;
  const { value: tab } = store.tab;
  const isGrid = tab === "responses";
  // Fieldwork covers all responses, and reads their metadata itself.
  const isFiltered = tab !== "fieldwork";
  return html`<header class="head">
    ${progress}
    <div class="head-line fitted-line">
      <h1 title=${state.title}>${state.title} <span class="quiet">· ${tabName(tab)}</span></h1>
      <div class="toolbar" role="group" aria-label=${t("Actions")}>
        ${isGrid ? gridChoices(store, state) : nothing}
        ${
          isFiltered
            ? action({
                icon: "filter",
                label: t("Filter"),
                shortcut: "F",
                className: "filter-toggle",
                expanded: filtering.isOpen,
                run: filtering.toggle,
              })
            : nothing
        }
        ${action({
          icon: "desktop-download",
          label: t("Export"),
          // The figures themselves are exported from the summary's own toolbar.
          ...(tab === "summary" ? { hint: t("Export responses") } : {}),
          className: "export-action",
          run: () => store.send("export"),
        })}
        ${isFiltered ? reading(store, state) : nothing}
        ${action({
          icon: "list-tree",
          label: t("Structure"),
          className: "structure-action",
          run: () => store.showInStructure(),
        })}
        ${isGrid ? detailToggle(store) : nothing}
        <overflow-menu .items=${menu(store, state)}></overflow-menu>
      </div>
    </div>
    ${
      isFiltered
        ? html`<div class="head-line status-line">
            ${chips(filtering)}
            <span class="counts">${counts(store, state)}</span>
          </div>`
        : nothing
    }
  </header>`;
}

/** Renders the choices of how the grid is shown. */
function gridChoices(store: ResponsesStore, { content }: ResponsesState): TemplateResult {
  const { find, hasColumnsOpen } = store;
  return html`${modes(store)}
  ${action({
    icon: "search",
    label: t("Find"),
    shortcut: "Control+F",
    className: "find-toggle",
    expanded: find.isOpen,
    disabled: !content,
    run: () => find.toggle(),
  })}
  ${action({
    icon: "list-selection",
    label: t("Columns"),
    shortcut: "K",
    className: "columns-toggle",
    expanded: hasColumnsOpen,
    disabled: !content,
    run: () => store.toggleColumns(),
  })}`;
}

function detailToggle(store: ResponsesStore): TemplateResult {
  const { detailOpen, scrollPosition } = store;
  return action({
    icon: detailOpen ? "layout-sidebar-right" : "layout-sidebar-right-off",
    label: t("Response details"),
    iconOnly: true,
    shortcut: "Enter",
    disabled: scrollPosition.rows.count === 0,
    expanded: detailOpen,
    run: () => store.toggleDetail(),
  });
}

/** Renders the button that pauses, resumes or refreshes reading, all in one place of constant width. */
function reading({ send }: ResponsesStore, state: ResponsesState): TemplateResult {
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

function menu(store: ResponsesStore, { reading: { state } }: ResponsesState): MenuItem[] {
  const { send } = store;
  const { value: tab } = store.tab;
  return [
    { label: t("Export"), whenNarrow: true, run: () => send("export") },
    { label: t("Structure"), whenNarrow: true, run: () => store.showInStructure() },
    ...(tab === "responses" ? [...gridMenu(store), ...modeMenu(store)] : []),
    {
      label: t("Reload All Responses"),
      separated: true,
      // Each window reads metadata for itself.
      disabled: tab !== "fieldwork" && state === "elsewhere",
      run: () => send("readAnew"),
    },
  ];
}

function gridMenu(store: ResponsesStore): MenuItem[] {
  const { summary, scrollPosition } = store;
  const { headerBars } = summary.view.value;
  const disabled = scrollPosition.rows.count === 0;
  return [
    { label: t("Copy"), shortcut: "Ctrl+C", disabled, run: () => store.copy("tsv") },
    { label: t("Copy As CSV"), disabled, run: () => store.copy("csv") },
    { label: t("Copy As JSON"), disabled, run: () => store.copy("json") },
    { label: t("Copy As Markdown"), disabled, run: () => store.copy("markdown") },
    {
      label: t("Show Raw JSON of the Response"),
      shortcut: "J",
      disabled,
      run: () => store.showRaw(),
    },
    {
      label: t("Column Charts"),
      separated: true,
      checked: headerBars,
      run: () => summary.changeView({ headerBars: !headerBars }),
    },
  ];
}

function modeNames(): Record<CellMode, string> {
  return { codes: t("Codes"), labels: t("Labels"), both: t("Both") };
}

function modeMenu(store: ResponsesStore): MenuItem[] {
  const names = modeNames();
  return cellModes.map((it, index) => ({
    label: names[it],
    checked: it === store.mode.value,
    whenNarrow: true,
    separated: index === 0,
    run: () => store.setMode(it),
  }));
}

function modes(store: ResponsesStore): TemplateResult {
  const names = modeNames();
  return segmented({
    name: "cells",
    label: t("Show answers as"),
    title: t("Show answers as ({0})", "C"),
    shortcut: "C",
    value: store.mode.value,
    options: cellModes.map((it) => ({ value: it, text: names[it] })),
    choose: (mode) => store.setMode(mode),
  });
}
