import { html, nothing, type TemplateResult } from "lit";
import { isWebAddress, type UrlCell, type UrlRow } from "../../model/urlTable.ts";
import { action, icon } from "../shared/controls.ts";
import {
  cellsTemplate,
  cellTemplate,
  headTemplate,
  isActiveCell,
  type GridDrawing,
} from "../shared/grid/cellTemplate.ts";
import type { PlacedColumn } from "../shared/grid/columnPlaces.ts";
import { headerRow, type Position } from "../shared/grid/selection.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import type { Draft } from "./draft.ts";
import { cellText, problemText, problemTexts } from "./texts.ts";

export type RowAction = "open" | "copy" | "qr";
const rowActions: readonly RowAction[] = ["open", "copy", "qr"];

export interface Drawing extends GridDrawing<UrlColumn> {
  readonly draft: Draft;
  readonly editing: (Position & { readonly text: string }) | undefined;
  act(action: RowAction, row: number): void;
}

const widths = { number: 64, value: 128, url: 240, action: 32 };

/** The row's number, a value for each parameter, the URL, and a button for each action on it. */
export type UrlColumn =
  | { readonly kind: "number" | "url" }
  | { readonly kind: "value"; readonly value: number }
  | { readonly kind: "action"; readonly action: RowAction };

export function urlColumns(values: number): readonly UrlColumn[] {
  return [
    { kind: "number" },
    ...Array.from({ length: values }, (_, value): UrlColumn => ({ kind: "value", value })),
    { kind: "url" },
    ...rowActions.map((action): UrlColumn => ({ kind: "action", action })),
  ];
}

export function columnCount(values: number): number {
  return values + 2 + rowActions.length;
}

/**
 * Distributes the width between values and URL: the URL gets twice as much as a value, unless a column would get too narrow.
 */
export function widthsIn(room: number, values: number): (column: UrlColumn) => number {
  const { number, value, url, action: button } = widths;
  const free = room - number - rowActions.length * button;
  const share = free / (values + 2);
  const isNarrow = share < value;
  const all = {
    number,
    value: isNarrow ? value : share,
    url: isNarrow ? Math.max(url, free - values * value) : 2 * share,
    action: button,
  };
  return ({ kind }) => all[kind];
}

export function headerTemplate(drawing: Drawing): TemplateResult {
  return headTemplate(cellsTemplate(drawing, (it) => headerCell(drawing, it)));
}

function headerCell(drawing: Drawing, placed: PlacedColumn<UrlColumn>): TemplateResult {
  const head = (content: unknown, className: string, title?: string): TemplateResult =>
    cellTemplate(drawing, placed, {
      row: headerRow,
      role: "columnheader",
      className,
      title,
      content,
    });
  const { column } = placed;
  switch (column.kind) {
    case "number":
      return head(t("Row"), "row-head head-name");
    case "value": {
      const name = drawing.draft.table.columns[column.value] ?? "";
      return head(parameterName(drawing, name), "head-name", parameterTitle(drawing, name));
    }
    case "url":
      return head(t("URL"), "head-name");
    case "action": {
      const names = { open: t("Open"), copy: t("Copy"), qr: t("QR code") };
      return head(html`<span class="visually-hidden">${names[column.action]}</span>`, "");
    }
  }
}

function parameterTitle({ draft }: Drawing, name: string): string {
  const note = draft.isRequired(name) ? t("required") : t("optional");
  return draft.isKnown(name) ? t("{0} ({1})", name, note) : problemText("unknown", name);
}

function parameterName({ draft }: Drawing, name: string): TemplateResult {
  return html`<span class="code">${name}</span> ${
      draft.isKnown(name)
        ? nothing
        : html`${icon("error")}<span class="visually-hidden"
              >${t("not a parameter of the survey")}</span
            >`
    }`;
}

/** Renders the cells of a row. */
export function rowTemplate(drawing: Drawing, index: number, row: UrlRow): TemplateResult {
  const { draft } = drawing;
  const problems = draft.problems(row);
  const texts = problemTexts(draft, row);
  const url = draft.url(row);
  return cellsTemplate(drawing, (placed) => {
    const { column } = placed;
    switch (column.kind) {
      case "number":
        return numberCell(drawing, placed, index, texts);
      case "value": {
        const problem = texts[problems.findIndex((it) => it.column === column.value)];
        return valueCell(drawing, placed, index, row[column.value] ?? null, problem);
      }
      case "url":
        return cellTemplate(drawing, placed, {
          row: index,
          role: "gridcell",
          className: "url-cell code",
          title: url,
          label: url === undefined ? t("no URL yet") : undefined,
          content: url ?? nothing,
        });
      case "action":
        return actionCell(drawing, placed, index, column.action, url);
    }
  });
}

function numberCell(
  drawing: Drawing,
  placed: PlacedColumn,
  row: number,
  texts: readonly string[],
): TemplateResult {
  return cellTemplate(drawing, placed, {
    row,
    role: "rowheader",
    className: "row-head row-number",
    title: texts.length === 0 ? undefined : texts.join("\n"),
    content: html`${
        texts.length === 0
          ? nothing
          : html`${icon("error")}<span class="visually-hidden">${texts.join(". ")}. </span>`
      }<span>${formatNumber(row + 1)}</span>`,
  });
}

function valueCell(
  drawing: Drawing,
  placed: PlacedColumn,
  row: number,
  value: UrlCell,
  problem: string | undefined,
): TemplateResult {
  const { editing } = drawing;
  const { index: column } = placed;
  const name = drawing.draft.table.columns[column - 1] ?? "";
  const isEditing = editing?.row === row && editing.column === column;
  const text = cellText(value);
  return cellTemplate(drawing, placed, {
    row,
    role: "gridcell",
    className: `value ${typeof value === "number" ? "number" : ""} ${problem === undefined ? "" : "wrong"}`,
    title: isEditing ? undefined : tooltip(value, problem),
    label: text === "" && !isEditing ? emptyText(value, problem) : undefined,
    isInvalid: problem !== undefined,
    hasFocusInside: isEditing,
    content: isEditing
      ? html`<input
          class="input cell-input"
          aria-label=${t("{0}, row {1}", name, formatNumber(row + 1))}
          spellcheck="false"
          autocomplete="off"
          .value=${editing.text}
        />`
      : html`${text}${
          problem === undefined || text === ""
            ? nothing
            : html`<span class="visually-hidden">, ${problem}</span>`
        }`,
  });
}

function emptyText(value: UrlCell, problem: string | undefined): string {
  return problem ?? (value === "" ? t("empty text") : t("no value"));
}

function tooltip(value: UrlCell, problem: string | undefined): string {
  const text = cellText(value);
  const shown = typeof value === "number" ? t("{0} ({1})", text, t("number")) : text;
  return [shown || emptyText(value, undefined), problem]
    .filter((it) => it !== undefined)
    .join("\n");
}

function actionCell(
  drawing: Drawing,
  placed: PlacedColumn,
  row: number,
  name: RowAction,
  url: string | undefined,
): TemplateResult {
  const number = formatNumber(row + 1);
  const buttons: Record<RowAction, { readonly icon: string; readonly label: string }> = {
    open: { icon: "link-external", label: t("Open row {0} in browser", number) },
    copy: { icon: "copy", label: t("Copy URL of row {0}", number) },
    qr: { icon: "device-mobile", label: t("QR code of row {0}", number) },
  };
  const isOffered = url !== undefined && (name !== "open" || isWebAddress(url));
  return cellTemplate(drawing, placed, {
    row,
    role: "gridcell",
    className: "action-cell",
    label: isOffered ? undefined : t("not available"),
    hasFocusInside: isOffered,
    content: isOffered
      ? action({
          ...buttons[name],
          iconOnly: true,
          tabIndex: isActiveCell(drawing, row, placed.index) ? 0 : -1,
          run: () => drawing.act(name, row),
        })
      : nothing,
  });
}
