import { html, nothing, svg, type TemplateResult } from "lit";
import { groupsTable } from "../../../charts/fieldworkFigures.ts";
import type { FigureCell, HeadCell } from "../../../charts/table.ts";
import type { Fieldwork, FieldworkFigures, GroupFigures } from "../../../model/fieldwork.ts";
import { t, words } from "../../shared/l10n.ts";

const barWidth = 64;
/** Indexes of the table's columns that are more than text. */
const places = { name: 0, target: 3, percent: 4 } as const;

/**
 * Renders a row for each collect group and one for all of them; clicking a row chooses what the pictures are about.
 * @param areKnown false if the survey's groups could not be read: only those that responses name are there then
 */
export function groups(
  fieldwork: Fieldwork,
  areKnown: boolean,
  chosen: string | undefined,
  choose: (collectGroupId: string | undefined) => void,
): TemplateResult {
  const { all, groups: each } = fieldwork;
  const { caption, head, rows } = groupsTable(fieldwork, words);
  const noTarget = areKnown ? t("none") : t("not loaded yet");
  return html`<section class="fieldwork-groups" aria-labelledby="groups-title">
    <h2 id="groups-title">${caption}</h2>
    <div class="table-scroll" tabindex="0" role="group" aria-label=${caption}>
      <table class="groups-table">
        <caption class="visually-hidden">
          ${caption}
        </caption>
        <thead>
          <tr>
            ${head.map((it) => html`<th scope="col" class=${numberClass(it)}>${it.text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ cells }, index) => {
            // The last row, of all groups, has no group.
            const group = each[index];
            const isChosen = chosen === group?.collectGroupId;
            return html`<tr
              class=${isChosen ? "chosen" : ""}
              @click=${() => choose(group?.collectGroupId)}
            >
              ${cells.map((it, column) => {
                switch (column) {
                  case places.name:
                    return html`<th scope="row">${name(it.text, isChosen, areKnown, group)}</th>`;
                  case places.target:
                    return html`<td class="number">
                      ${it.text === "" ? html`<span class="quiet">${noTarget}</span>` : it.text}
                    </td>`;
                  case places.percent:
                    return html`<td class="number">${bar(group ?? all, it.text)}</td>`;
                  default:
                    return html`<td class=${numberClass(head[column])} title=${raw(it)}>
                      ${it.text}
                    </td>`;
                }
              })}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

function numberClass(head: HeadCell | undefined): string {
  return head?.isNumber ? "number" : "";
}

/** Returns the service's own text. */
function raw({ value }: FigureCell): string | typeof nothing {
  return typeof value === "string" ? value : nothing;
}

function name(
  text: string,
  isChosen: boolean,
  areKnown: boolean,
  group: GroupFigures | undefined,
): TemplateResult {
  const isUnknown = areKnown && group !== undefined && group.label === undefined;
  return html`<button type="button" class="group-name" aria-pressed=${isChosen} title=${text}>
    ${text}${isUnknown ? html` <span class="quiet">${t("not among the survey's groups")}</span>` : ""}
  </button>`;
}

/** The text gives the figure; the bar is decorative. */
function bar({ responses, target }: FieldworkFigures, text: string): TemplateResult | string {
  if (target === undefined) {
    return text;
  }
  const width = barWidth * Math.min(1, target === 0 ? 1 : responses / target);
  return html`${text}
    <svg width=${barWidth} height="8" aria-hidden="true" class="target-bar">
      ${svg`<rect class="target-whole" x="0.5" y="0.5" width=${barWidth - 1} height="7"></rect>
        <rect class="target-part" x="0" y="0" width=${width} height="8"></rect>`}
    </svg>`;
}
