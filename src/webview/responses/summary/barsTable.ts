import { html, nothing, svg, type TemplateResult } from "lit";
import type { Bar, BarRow, BarSeries } from "../../../charts/bars.ts";
import { countDecimals, countText, percentText } from "../../../model/numberText.ts";
import { valueText } from "../../../charts/question.ts";
import { seriesInk } from "../../../charts/sketch.ts";
import { plural } from "../../../model/localizable.ts";
import type { OtherTexts, SummaryValue } from "../../../model/summary.ts";
import { icon } from "../../shared/controls.ts";
import { focusMover } from "../../shared/focus.ts";
import { t, words, say, sayCount } from "../../shared/l10n.ts";
import { inkClass } from "../../shared/picture.ts";

/** What answers are filtered by and listed, and what clicks do about it. */
export interface AnswerChoices {
  /** Values in the filter. */
  readonly chosen: readonly string[];
  readonly filterValue: (value: string, adds: boolean) => void;
  /** Values whose write-in answers are listed. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (value: string) => void;
}

interface BarsOptions extends AnswerChoices {
  readonly caption: string;
  readonly valueHead: string;
  readonly percentHead: string;
  readonly series: readonly BarSeries[];
  readonly rows: readonly BarRow[];
}

/** Returns the letter that identifies a series beside its bars and in the legend, because colour alone would not. */
export function seriesSign(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Renders the look of each series, if there are several. */
export function legend(series: readonly BarSeries[]): TemplateResult | typeof nothing {
  return series.length < 2
    ? nothing
    : html`<ul class="legend" aria-label=${t("Legend")}>
        ${series.map(
          (it, index) =>
            html`<li>
              <span class="sign code">${seriesSign(index)}</span>
              <svg
                class="swatch ${inkClass(seriesInk(index))}"
                width="12"
                height="12"
                aria-hidden="true"
              >
                <rect x="0.5" y="0.5" width="11" height="11" />
              </svg>
              <span>${it.markedName} <span class="quiet">${countText(it.base, words)}</span></span>
            </li>`,
        )}
      </ul>`;
}

const moveFocus = focusMover("button.bar-label");

/**
 * Renders answers with bars, counts and percent in a table, which screen readers can read, too. A click filters by an answer:
 * Tab reaches the first one, the arrow keys the others.
 */
export function barsTable(options: BarsOptions): TemplateResult {
  const decimals = countDecimals(options.rows.flatMap(({ bars }) => bars.map((it) => it.count)));
  return html`<table class="bars" @keydown=${moveFocus}>
    <caption class="visually-hidden">
      ${options.caption}
    </caption>
    <thead class="visually-hidden">
      <tr>
        <th scope="col">${options.valueHead}</th>
        <td></td>
        <th scope="col">${t("Count")}</th>
        <th scope="col">${options.percentHead}</th>
      </tr>
    </thead>
    <tbody>
      ${options.rows.map((it, index) => row(it, decimals, options, index === 0))}
    </tbody>
  </table>`;
}

function row(
  { answer, bars }: BarRow,
  decimals: number,
  options: BarsOptions,
  isFirst: boolean,
): TemplateResult {
  const { filterValue, chosen } = options;
  const text = valueText(answer, words);
  const isChosen = chosen.includes(answer.value);
  const label = html`${isChosen ? icon("check") : nothing}<span
      class=${answer.label === undefined && answer.value !== "" ? "plain" : ""}
      >${text}</span
    >${answer.isUnknown ? html` <span class="unknown-mark">${t("not in the structure")}</span>` : nothing}`;
  const title = isChosen
    ? t("Filtered by this answer. Click to remove the filter.")
    : t("Click to filter by this answer. Ctrl+Click adds it to the filter.");
  const isAlone = bars.length === 1;
  const lines = (line: (it: Bar) => unknown): unknown =>
    bars.map((it) =>
      isAlone
        ? line(it)
        : html`<span class="bar-line" title=${it.series.name}
            ><span class="visually-hidden">${t("{0}: {1}", it.series.name, "")}</span
            >${line(it)}</span
          >`,
    );
  return html`<tr
      class="can-filter"
      title=${title}
      @click=${(event: MouseEvent) => filterValue(answer.value, event.ctrlKey || event.metaKey)}
    >
      <th scope="row" aria-label=${text}>
        <button
          type="button"
          class="bar-label"
          tabindex=${isFirst ? 0 : -1}
          aria-pressed=${isChosen}
          aria-label=${sentence(answer, bars)}
        >
          ${label}
        </button>
      </th>
      <td class="bar-cell" aria-hidden="true">
        ${bars.map((it, index) => bar(it, isAlone ? "" : seriesSign(index)))}
      </td>
      <td class="figure-number">${lines((it) => number(it.count, decimals))}</td>
      <td class="figure-number">${lines((it) => percent(it.percent))}</td>
    </tr>
    ${answer.others && answer.others.count > 0 ? otherRow(answer, answer.others, options) : nothing}`;
}

/** Returns the accessible name of a bar on its own: "Very satisfied, 40%, 600 of 1,500". */
function sentence(answer: SummaryValue, bars: readonly Bar[]): string {
  const parts = bars.map(({ series: { name, base }, count, percent: part }) => {
    const of =
      count === undefined
        ? t("not listed")
        : t("{0} of {1}", countText(count, words), countText(base, words));
    const told = part === undefined ? of : t("{0}, {1}", percentText(part, words), of);
    return name === "" ? told : t("{0}: {1}", name, told);
  });
  const mark = answer.isUnknown ? [t("not in the structure")] : [];
  return [valueText(answer, words), ...mark, ...parts].join(", ");
}

function number(count: number | undefined, decimals: number): unknown {
  return count === undefined
    ? html`<span class="quiet">${t("not listed")}</span>`
    : countText(count, words, decimals);
}

/** Returns "" if the base is empty. */
function percent(value: number | undefined): unknown {
  return value === undefined ? "" : percentText(value, words);
}

function share(count: number | undefined, value: number | undefined): string {
  const text = count === undefined ? t("not listed") : countText(count, words);
  return value === undefined ? text : `${text} · ${percentText(value, words)}`;
}

/** The axis is always from 0 to 100 percent, so that bars of any two questions can be compared. */
function bar({ series: { name }, count, percent: part, ink }: Bar, sign: string): TemplateResult {
  const text = share(count, part);
  return html`<span class="bar-line">
    ${sign === "" ? nothing : html`<span class="sign code quiet">${sign}</span>`}
    <svg class="bar ${inkClass(ink)}" height="12" width="100%">
      <title>${name === "" ? text : t("{0}: {1}", name, text)}</title>
      <line x1="0" y1="6" x2="100%" y2="6" />
      <line x1="0" y1="0" x2="0" y2="12" />
      <line x1="100%" y1="2" x2="100%" y2="10" />
      ${part ? svg`<rect x="0" y="0.5" height="11" width="${part.toFixed(2)}%" />` : nothing}
    </svg>
  </span>`;
}

/** Renders the write-in answers beside an option, listed on demand. */
function otherRow(
  { value }: SummaryValue,
  others: OtherTexts,
  { open, toggle }: BarsOptions,
): TemplateResult {
  // The count may be a sum of weights.
  const label = plural(
    others.count,
    { one: "{1} write-in answer", other: "{1} write-in answers" },
    countText(others.count, words),
  );
  return html`<tr class="others-row">
    <td colspan="4">${otherTexts(say(label), others, open.has(value), () => toggle(value))}</td>
  </tr>`;
}

/** Renders a button that shows and hides the texts below it. */
export function otherTexts(
  label: string,
  others: OtherTexts,
  isOpen: boolean,
  toggle: () => void,
): TemplateResult {
  return html`<button type="button" class="action" aria-expanded=${isOpen} @click=${toggle}>
      ${icon(isOpen ? "chevron-down" : "chevron-right")}
      <span class="action-label">${label}</span>
    </button>
    ${isOpen ? textsList(others) : nothing}`;
}

function textsList({ texts, distinct }: OtherTexts): TemplateResult {
  const rest = distinct - texts.length;
  return html`<ul class="other-texts">
    ${texts.map(
      ({ text, count }) =>
        html`<li>
          <span class="figure-number quiet">${countText(count, words)}</span> <span>${text}</span>
        </li>`,
    )}
    ${
      rest > 0
        ? html`<li class="quiet">
            ${sayCount(rest, { one: "and {0} other text", other: "and {0} other texts" })}
          </li>`
        : nothing
    }
  </ul>`;
}
