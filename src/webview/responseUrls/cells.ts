import type { VirtualItem } from "@tanstack/virtual-core";
import { html, nothing, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { isWebAddress, type UrlCell, type UrlRow } from "../../model/urlTable.ts";
import { action, icon } from "../shared/controls.ts";
import { contains, headerRow, type Position, type Range } from "../shared/grid/selection.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import type { Draft } from "./draft.ts";
import { cellText, problemText } from "./texts.ts";

export type RowAction = "open" | "copy" | "qr";
const rowActions: readonly RowAction[] = ["open", "copy", "qr"];

export interface Drawing {
  readonly draft: Draft;
  readonly active: Position;
  readonly selected: Range;
  readonly editing: (Position & { readonly text: string }) | undefined;
  readonly locked: boolean;
  act(action: RowAction, row: number): void;
}

const widths = { number: 64, value: 128, url: 240, action: 32 };

/** The columns: the row's number, a value for each parameter, the URL, and a button for each thing to do with it. */
export function columnPlan(values: number): {
  readonly count: number;
  readonly template: string;
  readonly width: number;
} {
  const { number, value, url, action: button } = widths;
  const repeated = values === 0 ? "" : `repeat(${values}, minmax(${value}px, 1fr))`;
  const buttons = `repeat(${rowActions.length}, ${button}px)`;
  return {
    count: values + 2 + rowActions.length,
    template: `${number}px ${repeated} minmax(${url}px, 2fr) ${buttons}`,
    width: number + values * value + url + rowActions.length * button,
  };
}

interface CellOptions {
  readonly row: number;
  readonly column: number;
  readonly role: "columnheader" | "rowheader" | "gridcell";
  readonly className: string;
  readonly title?: string | undefined;
  readonly label?: string | undefined;
  readonly invalid?: boolean;
  /** A button or field in the cell has the focus in its place. */
  readonly focusInside?: boolean;
  readonly content: unknown;
}

function cell({ active, selected }: Drawing, it: CellOptions): TemplateResult {
  const { row, column } = it;
  const isActive = active.row === row && active.column === column;
  const isSelected = row !== headerRow && contains(selected, { row, column });
  return html`<div
    role=${it.role}
    class="grid-cell ${it.className} ${isSelected && !isActive ? "selected" : ""}"
    aria-colindex=${column + 1}
    aria-selected=${ifDefined(it.role === "gridcell" ? isSelected : undefined)}
    aria-invalid=${ifDefined(it.invalid ? "true" : undefined)}
    aria-label=${ifDefined(it.label)}
    tabindex=${ifDefined(it.focusInside ? undefined : isActive ? 0 : -1)}
    title=${ifDefined(it.title)}
    data-row=${row}
    data-column=${column}
  >
    ${it.content}
  </div>`;
}

export function headerTemplate(drawing: Drawing): TemplateResult {
  const { draft } = drawing;
  const { columns } = draft.table;
  const head = (column: number, content: unknown, title?: string, className = ""): TemplateResult =>
    cell(drawing, { row: headerRow, column, role: "columnheader", className, title, content });
  const actionNames: Record<RowAction, string> = {
    open: t("Open"),
    copy: t("Copy"),
    qr: t("QR code"),
  };
  return html`<div role="rowgroup" class="grid-head">
    <div role="row" class="grid-row" aria-rowindex="1">
      ${head(0, t("Row"), undefined, "frozen head-name")}
      ${columns.map((name, index) => parameterHead(drawing, name, index + 1))}
      ${head(columns.length + 1, t("URL"), undefined, "head-name")}
      ${rowActions.map((it, index) =>
        head(
          columns.length + 2 + index,
          html`<span class="visually-hidden">${actionNames[it]}</span>`,
        ),
      )}
    </div>
  </div>`;
}

function parameterHead(drawing: Drawing, name: string, column: number): TemplateResult {
  const { draft } = drawing;
  const isKnown = draft.isKnown(name);
  const note = draft.isRequired(name) ? t("required") : t("may be left out");
  return cell(drawing, {
    row: headerRow,
    column,
    role: "columnheader",
    className: "head-name",
    title: isKnown ? t("{0} ({1})", name, note) : problemText("unknown", name),
    content: html`<span class="code">${name}</span> ${
        isKnown
          ? nothing
          : html`${icon("error")}<span class="visually-hidden"
                >${t("not a parameter of the survey")}</span
              >`
      }`,
  });
}

export function rowTemplate(drawing: Drawing, item: VirtualItem, row: UrlRow): TemplateResult {
  const { draft, active } = drawing;
  const { columns } = draft.table;
  const problems = draft.problems(row);
  const texts = problems.map((it) => problemText(it.kind, columns[it.column] ?? ""));
  const number = formatNumber(item.index + 1);
  return html`<div
    role="row"
    class="grid-row ${active.row === item.index ? "active" : ""}"
    aria-rowindex=${item.index + 2}
    .style=${`top: ${item.start}px`}
  >
    ${cell(drawing, {
      row: item.index,
      column: 0,
      role: "rowheader",
      className: "frozen row-number",
      title: texts.length === 0 ? undefined : texts.join("\n"),
      content: html`${
          texts.length === 0
            ? nothing
            : html`${icon("error")}<span class="visually-hidden">${texts.join(". ")}. </span>`
        }<span>${number}</span>`,
    })}
    ${columns.map((_, index) =>
      valueCell(
        drawing,
        item.index,
        index,
        row[index] ?? null,
        texts[problems.findIndex((it) => it.column === index)],
      ),
    )}
    ${urlCells(drawing, item.index, draft.url(row))}
  </div>`;
}

function valueCell(
  drawing: Drawing,
  row: number,
  column: number,
  value: UrlCell,
  problem: string | undefined,
): TemplateResult {
  const { editing } = drawing;
  const name = drawing.draft.table.columns[column] ?? "";
  const isEditing = editing?.row === row && editing.column === column + 1;
  const text = cellText(value);
  return cell(drawing, {
    row,
    column: column + 1,
    role: "gridcell",
    className: `value ${typeof value === "number" ? "number" : ""} ${problem === undefined ? "" : "wrong"}`,
    title: isEditing ? undefined : tooltip(value, problem),
    label: text === "" && !isEditing ? emptyText(value, problem) : undefined,
    invalid: problem !== undefined,
    focusInside: isEditing,
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

function urlCells(drawing: Drawing, row: number, url: string | undefined): TemplateResult {
  const first = drawing.draft.table.columns.length + 1;
  const number = formatNumber(row + 1);
  const buttons: Record<RowAction, { readonly icon: string; readonly label: string }> = {
    open: { icon: "link-external", label: t("Open row {0} in browser", number) },
    copy: { icon: "copy", label: t("Copy URL of row {0}", number) },
    qr: { icon: "device-mobile", label: t("QR code of row {0}", number) },
  };
  return html`
    ${cell(drawing, {
      row,
      column: first,
      role: "gridcell",
      className: "url-cell code",
      title: url,
      label: url === undefined ? t("no URL yet") : undefined,
      content: url ?? nothing,
    })}
    ${rowActions.map((name, index) => {
      const isOffered = url !== undefined && (name !== "open" || isWebAddress(url));
      const column = first + 1 + index;
      const isActive = drawing.active.row === row && drawing.active.column === column;
      return cell(drawing, {
        row,
        column,
        role: "gridcell",
        className: "action-cell",
        label: isOffered ? undefined : t("not available"),
        focusInside: isOffered,
        content: isOffered
          ? action({
              ...buttons[name],
              iconOnly: true,
              tabIndex: isActive ? 0 : -1,
              run: () => drawing.act(name, row),
            })
          : nothing,
      });
    })}
  `;
}
