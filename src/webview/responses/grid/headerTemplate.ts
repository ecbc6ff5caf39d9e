import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Sort } from "../../../model/responseView.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { icon } from "../../shared/controls.ts";
import { cellsTemplate, cellTemplate, type GridDrawing } from "../../shared/grid/cellTemplate.ts";
import { headerRow } from "../../shared/grid/selection.ts";
import { t } from "../../shared/l10n.ts";
import { sash } from "../../shared/sash.ts";
import { sortHint } from "../../shared/sorting.ts";
import { columnGroups } from "./columnGroups.ts";
import type { GridColumn } from "../cells.ts";
import type { ColumnPlaces, PlacedColumn } from "../../shared/grid/columnPlaces.ts";
import { columnLimits } from "./columnWidths.ts";
import type { HeaderBars } from "./headerBars.ts";
import { headerBars, headerBarsId } from "./headerBarsTemplate.ts";
import { headerContext } from "./rowTemplate.ts";

export interface HeaderDrawing extends GridDrawing<GridColumn> {
  readonly places: ColumnPlaces<GridColumn>;
  /** Texts of the shown columns, without what the questions of a battery repeat. */
  readonly texts: readonly string[];
  readonly scrollLeft: number;
  /** Width of the viewport. */
  readonly room: number;
  readonly version: ApiVersion;
  readonly sort: Sort | undefined;
  readonly bars: HeaderBars | undefined;
  resize(key: string, width: number): void;
  leaveSash(): void;
}

export function headerTemplate(drawing: HeaderDrawing): TemplateResult {
  const groups = groupsInSight(drawing);
  return html`<div role="rowgroup" class="grid-head">
    <div role="row" class="grid-row grid-groups" aria-rowindex="1">
      ${groupCells(groups.filter((it) => it.isFrozen))}
      <div role="presentation" class="grid-moving">
        ${groupCells(groups.filter((it) => !it.isFrozen))}
      </div>
    </div>
    <div role="row" class="grid-row grid-names" aria-rowindex="2">
      ${cellsTemplate(
        drawing,
        (it) => headerCell(drawing, it),
        (it) => it.column.key,
      )}
    </div>
  </div>`;
}

interface PlacedGroup {
  readonly label: string;
  readonly first: PlacedColumn<GridColumn>;
  readonly count: number;
  readonly isFrozen: boolean;
  readonly left: number;
  readonly width: number;
}

/**
 * Returns the groups above the columns. A group begins at its first column in sight, so that its label is visible as long as
 * one of them is; a group that begins with frozen columns also spans its other columns in sight.
 */
function groupsInSight({ places, scrollLeft, room, version }: HeaderDrawing): PlacedGroup[] {
  const { frozen, frozenWidth } = places;
  return columnGroups(places.all, (it) => it.column, version).flatMap(({ label, columns }) => {
    const [first, last] = [columns[0], columns.at(-1)];
    if (!first || !last) {
      return [];
    }
    const isFrozen = first.index < frozen;
    const end = last.left + last.width;
    const left = isFrozen ? first.left : Math.max(first.left, scrollLeft + frozenWidth);
    const right = isFrozen && last.index >= frozen ? Math.max(frozenWidth, end - scrollLeft) : end;
    return isFrozen || (left < right && left < scrollLeft + room)
      ? [{ label, first, count: columns.length, isFrozen, left, width: right - left }]
      : [];
  });
}

function groupCells(groups: readonly PlacedGroup[]): unknown {
  return repeat(
    groups,
    (it) => it.first.column.key,
    ({ label, first, count, isFrozen, left, width }) =>
      html`<div
        role="columnheader"
        class="grid-cell group-cell ${isFrozen ? "frozen" : ""}"
        aria-colindex=${first.index + 1}
        aria-colspan=${count}
        title=${label}
        .style=${`width: ${width}px; left: ${left}px`}
      >
        ${label}
      </div>`,
  );
}

function headerCell(drawing: HeaderDrawing, it: PlacedColumn<GridColumn>): TemplateResult {
  const { sort, bars } = drawing;
  const { key, name, text } = it.column;
  const direction = sort?.column === key ? sort.direction : undefined;
  return cellTemplate(drawing, it, {
    row: headerRow,
    role: "columnheader",
    className: "grid-header",
    sort: direction,
    label: text === "" ? name : `${name}, ${text}`,
    describedBy: bars?.get(key) ? headerBarsId(it.index) : undefined,
    description: t("Enter: sort"),
    title: headerTooltip(it),
    context: headerContext,
    content: html`<div class="header-name code">${name}</div>
      ${sortButton(direction)}
      <div class="header-text" dir="auto">${drawing.texts[it.index]}</div>
      ${bars ? headerBars(it, bars.get(key)) : nothing}
      ${sash({
        ...columnLimits,
        label: t("Width of {0}", name),
        className: "column-sash",
        value: it.width,
        direction: 1,
        tabIndex: -1,
        resize: (width) => drawing.resize(key, width),
        leave: () => drawing.leaveSash(),
      })}`,
  });
}

/** The keys are on the header. */
function sortButton(direction: Sort["direction"] | undefined): TemplateResult {
  const label = sortHint(direction);
  return html`<button
    type="button"
    class="action header-sort"
    tabindex="-1"
    aria-label=${label}
    title=${label}
  >
    ${icon(direction === "descending" ? "arrow-down" : "arrow-up")}
  </button>`;
}

function headerTooltip({ column }: PlacedColumn<GridColumn>): string {
  const { name, rank, text, type } = column;
  const ranked = rank === undefined ? undefined : t("Rank {0}", rank);
  const described = [name, ranked, text, type].filter((part) => part !== undefined && part !== "");
  const keys = [
    t("Enter: sort"),
    t("h: hide"),
    t("z: freeze up to here"),
    t("w: width, W: fit"),
    t("Alt+Shift+Left, Right: move"),
  ];
  return `${described.join("\n")}\n\n${keys.join("\n")}`;
}
