import { html, nothing, type TemplateResult } from "lit";
import type { ApiVersion } from "../../../model/survey.ts";
import { versionSupports } from "../../../model/versionSupport.ts";
import { action, icon } from "../../shared/controls.ts";
import {
  cellsTemplate,
  cellTemplate,
  headTemplate,
  isActiveCell,
  type GridDrawing,
} from "../../shared/grid/cellTemplate.ts";
import type { PlacedColumn } from "../../shared/grid/columnPlaces.ts";
import { headerRow } from "../../shared/grid/selection.ts";
import { t } from "../../shared/l10n.ts";
import { sortHint } from "../../shared/sorting.ts";
import { embeddedTitle } from "../../shared/versions.ts";
import { codebookColumns, type CodebookColumn } from "./codebook.ts";
import type { CodebookSort, ShownLine } from "./shownLines.ts";

/** Places to which a row of the codebook leads. */
export const codebookPlaces = ["questionnaire", "responses", "summary"] as const;
export type CodebookPlace = (typeof codebookPlaces)[number];

/** A text of the row, or a button that leads to a place. */
export type LineColumn =
  | { readonly kind: "text"; readonly text: CodebookColumn }
  | { readonly kind: "place"; readonly place: CodebookPlace };

export interface Drawing extends GridDrawing<LineColumn> {
  readonly version: ApiVersion;
  readonly sort: CodebookSort | undefined;
  readonly lead: (place: CodebookPlace, it: ShownLine) => void;
}

/** In CSS pixels; the label column takes the remaining width, and at least this one. */
const widths = { name: 160, code: 72, label: 184, type: 112, block: 120, columns: 128, place: 32 };
/** Largest share of the width for the name, which is frozen, so that a narrow panel has room for the other columns. */
const nameShare = 0.25;

/** Longer texts are cut in the cell; copies and the questionnaire have all of them. */
const longestText = 1000;

export interface LineColumns {
  readonly columns: readonly LineColumn[];
  readonly widthOf: (column: LineColumn) => number;
}

/**
 * Returns the columns for a given width. The buttons are at the end or, where that would be out of sight, after the label.
 * @param hasBlocks true if the survey has blocks to show
 */
export function lineColumns(room: number, hasBlocks: boolean): LineColumns {
  const name = Math.max(96, Math.min(widths.name, Math.floor(room * nameShare)));
  const all = { ...widths, name };
  const texts = codebookColumns.filter((it) => hasBlocks || it !== "block");
  const needed = texts.reduce((sum, it) => sum + all[it], codebookPlaces.length * all.place);
  const label = all.label + Math.max(0, Math.floor(room) - needed);
  const before = needed <= room ? texts.length : texts.indexOf("label") + 1;
  const ofText = (text: CodebookColumn): LineColumn => ({ kind: "text", text });
  return {
    columns: [
      ...texts.slice(0, before).map(ofText),
      ...codebookPlaces.map((place): LineColumn => ({ kind: "place", place })),
      ...texts.slice(before).map(ofText),
    ],
    widthOf: (it) => (it.kind === "place" ? all.place : it.text === "label" ? label : all[it.text]),
  };
}

export function columnName(column: CodebookColumn): string {
  const names = {
    name: t("Name"),
    code: t("Code"),
    label: t("Label"),
    type: t("Type"),
    block: t("Block"),
    columns: t("Columns"),
  };
  return names[column];
}

export function headerTemplate(drawing: Drawing): TemplateResult {
  return headTemplate(cellsTemplate(drawing, (it) => headerCell(drawing, it)));
}

function headerCell(drawing: Drawing, it: PlacedColumn<LineColumn>): TemplateResult {
  const { sort } = drawing;
  const { column } = it;
  const isText = column.kind === "text";
  const direction = isText && sort?.column === column.text ? sort.direction : undefined;
  return cellTemplate(drawing, it, {
    row: headerRow,
    role: "columnheader",
    className: "codebook-head",
    sort: direction,
    description: isText ? t("Enter: sort") : undefined,
    title: isText ? sortHint(direction) : undefined,
    content: isText
      ? html`${columnName(column.text)}
        ${direction ? icon(direction === "ascending" ? "arrow-up" : "arrow-down") : nothing}`
      : html`<span class="visually-hidden">${placeName(column.place)}</span>`,
  });
}

function placeName(place: CodebookPlace): string {
  const names = {
    questionnaire: t("Questionnaire"),
    responses: t("Responses"),
    summary: t("Summary"),
  };
  return names[place];
}

/** Renders the cells of a row. */
export function lineTemplate(drawing: Drawing, row: number, it: ShownLine): TemplateResult {
  return cellsTemplate(drawing, (placed) =>
    placed.column.kind === "text"
      ? textCell(drawing, row, it, placed, placed.column.text)
      : placeCell(drawing, row, it, placed, placed.column.place),
  );
}

function textCell(
  drawing: Drawing,
  row: number,
  it: ShownLine,
  placed: PlacedColumn,
  column: CodebookColumn,
): TemplateResult {
  const text = cut(it.line[column]);
  const instead = text === "" ? missing(it, column, drawing.version) : "";
  const isName = column === "name";
  return cellTemplate(drawing, placed, {
    row,
    role: isName ? "rowheader" : "gridcell",
    className: `${isCode(column) ? "code" : column} level-${it.level}`,
    title: text === "" ? undefined : text,
    content: html`${isName ? twistie(it) : nothing}${
      text === ""
        ? html`<span class="quiet missing">${instead}</span>`
        : isName && it.level === 2
          ? html`<span class="quiet">${text}</span>`
          : text
    }`,
  });
}

function isCode(column: CodebookColumn): boolean {
  return column === "name" || column === "code" || column === "columns";
}

function twistie({ expanded }: ShownLine): TemplateResult {
  return html`<span class="twistie"
    >${expanded === undefined ? nothing : icon(expanded ? "chevron-down" : "chevron-right")}</span
  >`;
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** Returns the words for an empty cell: that the text is not known, or that there is none. */
function missing({ level, entry }: ShownLine, column: CodebookColumn, version: ApiVersion): string {
  if (level === 2) {
    return column === "code" ? t("no code") : column === "label" ? t("no text") : "";
  }
  const isQuestion = entry.question !== undefined;
  switch (column) {
    case "label":
      return isQuestion || versionSupports(version, "embeddedLabels")
        ? t("no text")
        : t("not provided");
    case "type":
      return isQuestion ? t("not provided") : embeddedTitle(version);
    case "block":
      return isQuestion ? t("Not in a block") : "";
    default:
      return "";
  }
}

function placeCell(
  drawing: Drawing,
  row: number,
  it: ShownLine,
  placed: PlacedColumn,
  place: CodebookPlace,
): TemplateResult {
  const { name } = it.entry;
  const buttons = {
    questionnaire: { icon: "list-tree", label: t("Show {0} in Questionnaire", name) },
    responses: { icon: "table", label: t("Show {0} in Responses", name) },
    summary: { icon: "graph", label: t("Show {0} in Summary", name) },
  };
  return cellTemplate(drawing, placed, {
    row,
    role: "gridcell",
    className: "place-cell",
    isSelectable: false,
    hasFocusInside: true,
    content: action({
      ...buttons[place],
      iconOnly: true,
      tabIndex: isActiveCell(drawing, row, placed.index) ? 0 : -1,
      run: () => drawing.lead(place, it),
    }),
  });
}
