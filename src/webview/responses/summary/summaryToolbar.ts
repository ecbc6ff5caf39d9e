import { html, nothing, type TemplateResult } from "lit";
import { crossMeasures, type CrossMeasure } from "../../../model/crossTable.ts";
import { percentHead } from "../../../charts/question.ts";
import type { ResponsesState } from "../../../messages/responses.ts";
import type { ReportFormat, SummaryView } from "../../../messages/summary.ts";
import { versionSupports } from "../../../model/versionSupport.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { summaryBases, type SummaryBase } from "../../../model/summary.ts";
import { action, icon } from "../../shared/controls.ts";
import { t, words } from "../../shared/l10n.ts";
import "../../shared/menu.ts";
import type { MenuItem } from "../../shared/menu.ts";
import "../columns/columnPicker.ts";
import { columnTitle, isEmptyFilter, sameFilter } from "../filter/filterParts.ts";
import type { AllFormat } from "./copying.ts";
import type { GridColumn } from "../cells.ts";
import { isSharedFact } from "./sharedFacts.ts";
import type { SummaryOwner } from "./summaryOwner.ts";

export interface SummaryToolbarOptions {
  readonly state: ResponsesState;
  readonly view: SummaryView;
  readonly summary: SummaryOwner;
  readonly filter: ResponseFilter;
  readonly text: string;
  readonly isSplitting: boolean;
  readonly search: (text: string) => void;
  readonly toggleSplit: () => void;
  readonly split: (key: string) => void;
  /** @param next what has the focus then, as the button that was pressed goes */
  readonly end: (next: string, act: () => void) => void;
  /** @param done called when it is on the clipboard */
  readonly copyAll: (format: AllFormat, done: () => void) => void;
  readonly report: (format: ReportFormat) => void;
}

/** How the summary is looked at; what a narrow panel has no room for goes into the menu, as the styles say. */
export function summaryToolbar(options: SummaryToolbarOptions): TemplateResult {
  const { view, isSplitting } = options;
  return html`<div class="summary-toolbar" role="group" aria-label=${t("Summary")}>
      <input
        class="input summary-search"
        type="search"
        spellcheck="false"
        placeholder=${t("Find questions")}
        aria-label=${t("Find questions by name, text or answer")}
        .value=${options.text}
        @input=${(event: Event) => options.search(valueOf(event))}
      />
      ${baseChoice(options)} ${weightChoice(options)}
      ${view.split === undefined ? nothing : measureChoice(options)}
      ${action({
        icon: "split-horizontal",
        label: t("Split by…"),
        className: "split-toggle foldable",
        expanded: isSplitting,
        run: options.toggleSplit,
      })}
      <overflow-menu
        class="compare-menu foldable"
        .items=${compareMenu(options)}
        .label=${t("Compare")}
        .icon=${"diff"}
      ></overflow-menu>
      ${asTables(options)}
      <overflow-menu
        .items=${[...reportMenu(options), ...foldedChoices(options)]}
        .label=${t("Copy and report")}
        .icon=${"copy"}
      ></overflow-menu>
    </div>
    ${isSplitting ? picker(options) : nothing} ${marks(options)}`;
}

function picker({ state, summary, split, toggleSplit }: SummaryToolbarOptions): TemplateResult {
  return html`<div class="summary-picker">
    <column-picker
      .columns=${[...summary.allColumns.filter(isSharedFact), ...summary.columns]}
      .version=${state.content?.source.apiVersion ?? "v3"}
      .choose=${split}
      .cancel=${toggleSplit}
    ></column-picker>
  </div>`;
}

/** What the questions are split by and compared with, each with the way to end it. */
function marks({
  view,
  summary,
  filter,
  end,
}: SummaryToolbarOptions): TemplateResult | typeof nothing {
  const { split, compared } = view;
  if (split === undefined && compared === undefined) {
    return nothing;
  }
  const column = split === undefined ? undefined : summary.column(split);
  return html`<ul class="chips summary-marks" aria-label=${t("Split and compared")}>
    ${
      split === undefined
        ? nothing
        : mark(t("Split by {0}", column ? columnTitle(column) : split), t("End the split"), () =>
            end(".split-toggle", () => summary.splitBy(undefined)),
          )
    }
    ${
      compared === undefined
        ? nothing
        : mark(
            sameFilter(compared, filter)
              ? t(
                  "Compared with {0}: change the filter to see a difference",
                  summary.filterName(compared),
                )
              : t("Compared with {0}", summary.filterName(compared)),
            t("Stop comparing"),
            () => end(".compare-menu .menu-button", () => summary.compareWith(undefined)),
          )
    }
  </ul>`;
}

function mark(label: string, end: string, run: () => void): TemplateResult {
  return html`<li class="chip">
    <span class="chip-edit">${label}</span>
    <button type="button" class="chip-remove" aria-label=${end} title=${end} @click=${run}>
      ${icon("close")}
    </button>
  </li>`;
}

function baseChoice({ state, view, summary }: SummaryToolbarOptions): TemplateResult {
  const names: Record<SummaryBase, string> = {
    answered: t("those who answered"),
    asked: t("those who were asked"),
    all: t("all responses"),
  };
  const version = state.content?.source.apiVersion ?? "v3";
  const recordsShown = versionSupports(version, "asked");
  return html`<label class="summary-choice">
    <span>${t("Percent of")}</span>
    <select
      class="input"
      title=${recordsShown ? nothing : t("{0} does not say who was asked.", version)}
      @change=${(event: Event) => {
        const base = summaryBases.find((it) => it === valueOf(event));
        if (base) {
          summary.look({ base });
        }
      }}
    >
      ${summaryBases.map(
        (it) =>
          html`<option
            value=${it}
            .selected=${it === view.base}
            ?disabled=${it === "asked" && !recordsShown}
          >
            ${it === "asked" && !recordsShown ? t("{0} (not provided by {1})", names[it], version) : names[it]}
          </option>`,
      )}
    </select>
  </label>`;
}

/** Embedded data to weight by; which they are is known once they are summed up. */
function weights({ view, summary }: SummaryToolbarOptions): GridColumn[] {
  return summary.columns.filter(
    (it) => it.key === view.weight || summary.current.get(it.key)?.summary.isWeight === true,
  );
}

function weightChoice(options: SummaryToolbarOptions): TemplateResult {
  const { view, summary } = options;
  const fields = weights(options);
  return html`<label class="summary-choice">
    <span>${t("Weight by")}</span>
    <select
      class="input"
      ?disabled=${fields.length === 0}
      title=${fields.length === 0 ? t("No embedded data field has weights.") : nothing}
      @change=${(event: Event) => {
        const weight = valueOf(event);
        summary.look({ weight: weight === "" ? undefined : weight });
      }}
    >
      <option value="" .selected=${view.weight === undefined}>${t("Nothing")}</option>
      ${fields.map(
        (it) =>
          html`<option value=${it.key} .selected=${it.key === view.weight}>
            ${columnTitle(it)}
          </option>`,
      )}
    </select>
  </label>`;
}

function measureNames(): Record<CrossMeasure, string> {
  return {
    count: t("Counts"),
    column: t("Column percent"),
    row: t("Row percent"),
    total: t("Total percent"),
  };
}

function shownMeasure({ measure = "column" }: SummaryView): CrossMeasure {
  return measure;
}

function measureChoice({ view, summary }: SummaryToolbarOptions): TemplateResult {
  const names = measureNames();
  return html`<label class="summary-choice">
    <span>${t("Cross tables")}</span>
    <select
      class="input"
      @change=${(event: Event) => {
        const measure = crossMeasures.find((it) => it === valueOf(event));
        if (measure) {
          summary.look({ measure });
        }
      }}
    >
      ${crossMeasures.map(
        (it) =>
          html`<option value=${it} .selected=${it === shownMeasure(view)}>${names[it]}</option>`,
      )}
    </select>
  </label>`;
}

function compareMenu({ view, filter, summary }: SummaryToolbarOptions): MenuItem[] {
  return [
    { label: t("Compare with this filter"), run: () => summary.compareWith(filter) },
    {
      label: t("Compare with all responses"),
      disabled: view.compared !== undefined && isEmptyFilter(view.compared),
      run: () => summary.compareWith({}),
    },
    {
      label: t("Stop comparing"),
      separated: true,
      disabled: view.compared === undefined,
      run: () => summary.compareWith(undefined),
    },
  ];
}

function asTables({ view, summary }: SummaryToolbarOptions): TemplateResult {
  const choice = (isTables: boolean, name: string): TemplateResult =>
    html`<label>
      <input
        type="radio"
        name="summary-form"
        .checked=${view.asTables === isTables}
        @change=${() => summary.look({ asTables: isTables })}
      /><span>${name}</span>
    </label>`;
  return html`<fieldset class="segmented">
    <legend class="visually-hidden">${t("Show answers as")}</legend>
    ${choice(false, t("Pictures"))} ${choice(true, t("Tables"))}
  </fieldset>`;
}

/** The choices of the toolbar once more, for where it has no room for them. */
function foldedChoices(options: SummaryToolbarOptions): MenuItem[] {
  const { state, view, summary } = options;
  const recordsShown = versionSupports(state.content?.source.apiVersion ?? "v3", "asked");
  const names = measureNames();
  const fields = weights(options);
  const group = (items: readonly Omit<MenuItem, "whenNarrow" | "separated">[]): MenuItem[] =>
    items.map((it, index) => ({ ...it, whenNarrow: true, separated: index === 0 }));
  return [
    ...group(
      summaryBases.map((base) => ({
        label: percentHead(base, words),
        checked: base === view.base,
        disabled: base === "asked" && !recordsShown,
        run: () => summary.look({ base }),
      })),
    ),
    ...group(
      fields.length === 0
        ? []
        : [undefined, ...fields].map((it) => ({
            label: it ? t("Weight by {0}", columnTitle(it)) : t("Without weights"),
            checked: it?.key === view.weight,
            run: () => summary.look({ weight: it?.key }),
          })),
    ),
    ...group(
      view.split === undefined
        ? []
        : crossMeasures.map((it) => ({
            label: t("Cross tables: {0}", names[it]),
            checked: it === shownMeasure(view),
            run: () => summary.look({ measure: it }),
          })),
    ),
  ];
}

function reportMenu({ report, copyAll }: SummaryToolbarOptions): MenuItem[] {
  return [
    { label: t("Report as Markdown"), run: () => report("md") },
    { label: t("Report as HTML"), run: () => report("html") },
    { label: t("Copy all as CSV"), separated: true, run: (done) => copyAll("csv", done) },
    { label: t("Copy all as Markdown"), run: (done) => copyAll("markdown", done) },
  ];
}

function valueOf(event: Event): string {
  const { target } = event;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    ? target.value
    : "";
}
