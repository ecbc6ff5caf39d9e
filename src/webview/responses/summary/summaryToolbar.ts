import { html, nothing, type TemplateResult } from "lit";
import { crossMeasures, type CrossMeasure } from "../../../model/crossTable.ts";
import { percentHead } from "../../../charts/question.ts";
import type { ReportFormat } from "../../../messages/summary.ts";
import { isSharedMetadata } from "../../../model/metadataColumns.ts";
import { versionSupports } from "../../../model/versionSupport.ts";
import { summaryBases, type SummaryBase } from "../../../model/summary.ts";
import { choice, segmented, type DropDown, type Option } from "../../shared/choice.ts";
import { action, icon } from "../../shared/controls.ts";
import type { TableFormat } from "../../shared/copies.ts";
import { t, words } from "../../shared/l10n.ts";
import { enteredText } from "../../shared/lightElement.ts";
import "../../shared/menu.ts";
import type { MenuItem } from "../../shared/menu.ts";
import "../columns/columnPicker.ts";
import { columnTitle, isEmptyFilter, sameFilter } from "../filter/filterParts.ts";
import type { ResponsesStore } from "../store.ts";

/** What the toolbar needs besides the store, from the element that contains it. */
interface ToolbarOptions {
  readonly text: string;
  readonly isSplitting: boolean;
  readonly search: (text: string) => void;
  readonly toggleSplit: () => void;
  readonly focus: (selector: string) => void;
  /** @param done called when the tables are on the clipboard */
  readonly copyAll: (format: TableFormat, done: () => void) => void;
  readonly report: (format: ReportFormat) => void;
  readonly saveAsRecipe: () => void;
}

/** Renders the options of the summary. In a narrow panel the styles move them into the menu. */
export function summaryToolbar(store: ResponsesStore, options: ToolbarOptions): TemplateResult {
  const { isSplitting } = options;
  const foldables = choices(store);
  return html`<div class="summary-toolbar" role="group" aria-label=${t("Summary")}>
      <input
        class="input summary-search"
        type="search"
        spellcheck="false"
        placeholder=${t("Find questions")}
        aria-label=${t("Find questions by name, text or answer")}
        .value=${options.text}
        @input=${(event: Event) => options.search(enteredText(event))}
      />
      ${foldables.map((it) => it.field)}
      ${action({
        icon: "split-horizontal",
        label: t("Split By…"),
        className: "split-toggle foldable",
        expanded: isSplitting,
        run: options.toggleSplit,
      })}
      <overflow-menu
        class="compare-menu foldable"
        .items=${compareMenu(store)}
        .label=${t("Compare")}
        .icon=${"diff"}
      ></overflow-menu>
      ${asTables(store)}
      <overflow-menu
        .items=${[...reportMenu(options), ...foldables.flatMap((it) => it.items)]}
        .label=${t("Copy and Report")}
        .icon=${"file-text"}
      ></overflow-menu>
    </div>
    ${isSplitting ? picker(store, options) : nothing} ${marks(store, options)}`;
}

function picker(
  { columns, summary, version }: ResponsesStore,
  { toggleSplit }: ToolbarOptions,
): TemplateResult {
  return html`<div class="summary-picker">
    <column-picker
      .columns=${[...columns.all.filter(isSharedMetadata), ...summary.columns]}
      .version=${version}
      .choose=${(key: string) => {
        summary.splitBy(key);
        toggleSplit();
      }}
      .cancel=${toggleSplit}
    ></column-picker>
  </div>`;
}

/** Renders the split and the comparison, each with a button that ends it. */
function marks(
  { columns, filtering, summary }: ResponsesStore,
  { focus }: ToolbarOptions,
): TemplateResult | typeof nothing {
  const { split, compared } = summary.view.value;
  if (split === undefined && compared === undefined) {
    return nothing;
  }
  const column = split === undefined ? undefined : columns.byKey.get(split);
  const baseline =
    compared && !isEmptyFilter(compared) ? filtering.nameOf(compared) : t("all responses");
  return html`<ul class="chips summary-marks" aria-label=${t("Split and compared")}>
    ${
      split === undefined
        ? nothing
        : mark(t("Split by {0}", column ? columnTitle(column) : split), t("Remove Split"), () => {
            summary.splitBy(undefined);
            focus(".split-toggle");
          })
    }
    ${
      compared === undefined
        ? nothing
        : mark(
            sameFilter(compared, filtering.value)
              ? t("Compared with {0}: change the filter to see a difference", baseline)
              : t("Compared with {0}", baseline),
            t("Stop Comparing"),
            () => {
              summary.compareWith(undefined);
              focus(".compare-menu .menu-button");
            },
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

/** A choice of the toolbar, and its options as menu items, for when the toolbar has no room for it. */
interface FoldableChoice {
  readonly field: TemplateResult;
  readonly items: readonly MenuItem[];
}

type ToolbarChoice<Value> = Omit<DropDown<Value>, "className">;

function foldable<Value extends string | undefined>(
  it: ToolbarChoice<Value>,
  itemText: (option: Option<Value>) => string,
): FoldableChoice {
  const items = it.options.map((option, index) => ({
    label: itemText(option),
    checked: option.value === it.value,
    disabled: option.disabled ?? false,
    whenNarrow: true,
    separated: index === 0,
    run: () => it.choose(option.value),
  }));
  return {
    field: choice({ ...it, className: "summary-choice" }),
    items: it.disabled ? [] : items,
  };
}

function choices(store: ResponsesStore): FoldableChoice[] {
  const isSplit = store.summary.view.value.split !== undefined;
  return [baseChoice(store), weightChoice(store), ...(isSplit ? [measureChoice(store)] : [])];
}

function baseChoice({ summary, version }: ResponsesStore): FoldableChoice {
  const names: Record<SummaryBase, string> = {
    answered: t("answered"),
    asked: t("asked"),
    all: t("all responses"),
  };
  const recordsShown = versionSupports(version, "asked");
  const base: ToolbarChoice<SummaryBase> = {
    name: "base",
    label: t("Percent of"),
    title: recordsShown ? undefined : t("{0} does not provide who was asked.", version),
    value: summary.view.value.base,
    options: summaryBases.map((it) => {
      const disabled = it === "asked" && !recordsShown;
      const text = disabled ? t("{0} (not provided by {1})", names[it], version) : names[it];
      return { value: it, text, disabled };
    }),
    choose: (it) => summary.changeView({ base: it }),
  };
  return foldable(base, ({ value }) => percentHead(value, words));
}

/** Offers the embedded data that can be weights, as far as they are summarised. */
function weightChoice({ summary }: ResponsesStore): FoldableChoice {
  const { weight } = summary.view.value;
  const fields = summary.columns.filter(
    (it) => it.key === weight || summary.current.get(it.key)?.summary.isWeight === true,
  );
  const weights: ToolbarChoice<string | undefined> = {
    name: "weight",
    label: t("Weight by"),
    title: fields.length === 0 ? t("No embedded data field has weights.") : undefined,
    disabled: fields.length === 0,
    value: weight,
    options: [
      { value: undefined, text: t("None") },
      ...fields.map((it) => ({ value: it.key, text: columnTitle(it) })),
    ],
    choose: (key) => summary.changeView({ weight: key }),
  };
  return foldable(weights, ({ value, text }) =>
    value === undefined ? t("Without weights") : t("Weight by {0}", text),
  );
}

function measureChoice({ summary }: ResponsesStore): FoldableChoice {
  const names: Record<CrossMeasure, string> = {
    count: t("Counts"),
    column: t("Column percent"),
    row: t("Row percent"),
    total: t("Total percent"),
  };
  const measure: ToolbarChoice<CrossMeasure> = {
    name: "measure",
    label: t("Cross tables"),
    value: summary.view.value.measure ?? "column",
    options: crossMeasures.map((it) => ({ value: it, text: names[it] })),
    choose: (it) => summary.changeView({ measure: it }),
  };
  return foldable(measure, ({ text }) => t("Cross tables: {0}", text));
}

function compareMenu({ filtering, summary }: ResponsesStore): MenuItem[] {
  const { compared } = summary.view.value;
  return [
    { label: t("Use Current Filter as Baseline"), run: () => summary.compareWith(filtering.value) },
    {
      label: t("Compare with All Responses"),
      disabled: compared !== undefined && isEmptyFilter(compared),
      run: () => summary.compareWith({}),
    },
    {
      label: t("Stop Comparing"),
      separated: true,
      disabled: compared === undefined,
      run: () => summary.compareWith(undefined),
    },
  ];
}

function asTables({ summary }: ResponsesStore): TemplateResult {
  return segmented({
    name: "summary-form",
    label: t("Show answers as"),
    value: summary.view.value.asTables ? "tables" : "charts",
    options: [
      { value: "charts", text: t("Charts") },
      { value: "tables", text: t("Tables") },
    ],
    choose: (form) => summary.changeView({ asTables: form === "tables" }),
  });
}

function reportMenu({ report, saveAsRecipe, copyAll }: ToolbarOptions): MenuItem[] {
  return [
    { label: t("Report As Markdown"), run: () => report("md") },
    { label: t("Report As HTML"), run: () => report("html") },
    { label: t("Save Report as Recipe…"), run: saveAsRecipe },
    { label: t("Copy All As CSV"), separated: true, run: (done) => copyAll("csv", done) },
    { label: t("Copy All As Markdown"), run: (done) => copyAll("markdown", done) },
  ];
}
