import { html, nothing, type TemplateResult } from "lit";
import { rowHeight } from "./columnWidths.ts";
import type { RowSlots } from "../../shared/grid/rowSlots.ts";
import type { RowSource } from "./rowSource.ts";
import { rowTemplate, type RowDrawing } from "./rowTemplate.ts";

interface BodyDrawing extends RowDrawing {
  readonly source: RowSource;
  readonly slots: RowSlots;
  /** In sight; none where `last` is before `first`. */
  readonly rows: { readonly first: number; readonly last: number };
  /** What stands at the upper edge, in CSS pixels. */
  readonly top: number;
  /** Height of the header, in CSS pixels. */
  readonly header: number;
}

/** The rows in sight, and the active one wherever it is, so that the focus has an element to stay on. */
export function bodyTemplate(drawing: BodyDrawing): TemplateResult {
  const { active, source, slots, top, header } = drawing;
  const { first, last } = drawing.rows;
  const wanted = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (active.row >= 0 && (active.row < first || active.row > last)) {
    wanted.push(active.row);
  }
  // What the columns are is known before the first row is drawn.
  for (const row of wanted.flatMap((it) => source.at(it) ?? [])) {
    drawing.numbers.see(row);
  }
  // A row near by from which places are counted, so that they stay small numbers, and most rows keep theirs.
  const base = first - (first % 1024);
  // A row out of sight that has the focus stands just outside: a browser scrolls to what has the focus.
  const placeOf = (row: number): number => Math.max(first - 1, Math.min(row, last + 1)) - base;
  return html`<div
    role="rowgroup"
    class="grid-rows"
    .style=${`transform: translateY(${header + base * rowHeight - top}px)`}
  >
    ${slots
      .assign(wanted)
      .map((row) =>
        row === undefined
          ? nothing
          : rowTemplate(drawing, row, source.at(row), placeOf(row) * rowHeight),
      )}
  </div>`;
}
