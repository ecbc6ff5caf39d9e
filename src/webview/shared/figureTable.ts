import { html, nothing, type TemplateResult } from "lit";
import { drawnRows, type FigureRow, type FigureTable } from "../../charts/table.ts";
import { sayCount } from "./l10n.ts";

/**
 * Renders figures as a table, with its notes below.
 *
 * @param title heading that is already shown above: a caption with the same text is for screen readers only
 */
export function figureTable(
  { caption, head, rows, notes }: FigureTable,
  title?: string,
): TemplateResult {
  const drawn = drawnRows({ head, rows });
  const left = rows.length - drawn.length;
  const cells = ({ cells: row }: FigureRow): TemplateResult[] =>
    row.map((cell, place) =>
      place === 0
        ? html`<th scope="row">${cell.text}</th>`
        : html`<td class=${head[place]?.isNumber ? "figure-number" : ""}>${cell.text}</td>`,
    );
  // The visible caption is not part of the table: it would wrap at the table's width.
  return html`${
      caption === title
        ? nothing
        : html`<p class="figure-caption quiet" aria-hidden="true">${caption}</p>`
    }
    <div class="figure-scroll" tabindex="0" role="group" aria-label=${caption}>
      <table class="figure">
        <caption class="visually-hidden">
          ${caption}
        </caption>
        <thead>
          <tr>
            ${head.map(
              (it) =>
                html`<th scope="col" class=${it.isNumber ? "figure-number" : ""}>${it.text}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${drawn.map(
            (it) =>
              html`<tr class=${it.isFoot ? "figure-foot" : ""}>
                ${cells(it)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${left === 0 ? nothing : notesList([undrawnText(left)])}
    ${notes.length === 0 ? nothing : notesList(notes)}`;
}

function undrawnText(rows: number): string {
  return sayCount(rows, {
    one: "{0} more row in copies and exports.",
    other: "{0} more rows in copies and exports.",
  });
}

export function notesList(notes: readonly string[]): TemplateResult {
  return html`<ul class="figure-notes quiet">
    ${notes.map((it) => html`<li>${it}</li>`)}
  </ul>`;
}
