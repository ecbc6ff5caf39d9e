import { html, nothing, svg, type TemplateResult } from "lit";
import { countDecimals, countText, percentText } from "../../../charts/numbers.ts";
import { percentOf, valueText } from "../../../charts/question.ts";
import type { OtherTexts, SummaryValue } from "../../../model/summary.ts";
import { icon } from "../../shared/controls.ts";
import { formatNumber, t, words } from "../../shared/l10n.ts";

/** Whose counts stand beside one another in each row. */
export interface Series {
  readonly name: string;
  /** How many the percentages are of. */
  readonly base: number;
  readonly isUnknown?: true | undefined;
}

export interface BarRow {
  readonly answer: SummaryValue;
  /** One a series; absent where nobody can tell. */
  readonly counts: readonly (number | undefined)[];
}

export interface BarsOptions {
  readonly caption: string;
  readonly percentHead: string;
  readonly series: readonly Series[];
  readonly rows: readonly BarRow[];
  /** Values that are filtered by. */
  readonly chosen: readonly string[];
  /** Absent where an answer is nothing to filter by. */
  readonly filter?: ((value: string, adds: boolean) => void) | undefined;
  /** Values whose other texts are listed. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (value: string) => void;
}

/** The sign of a series, which stands beside its bars and in the legend: colour alone would not tell them apart. */
export function seriesSign(index: number): string {
  return String.fromCharCode(65 + index);
}

/** How each series looks, where there are several. */
export function legend(series: readonly Series[]): TemplateResult | typeof nothing {
  return series.length < 2
    ? nothing
    : html`<ul class="legend" aria-label=${t("Legend")}>
        ${series.map(
          (it, index) =>
            html`<li>
              <span class="sign code">${seriesSign(index)}</span>
              <svg class="swatch ink-series-${index}" width="12" height="12" aria-hidden="true">
                <rect x="0.5" y="0.5" width="11" height="11" />
              </svg>
              <span
                >${it.isUnknown ? t("{0} (not in the structure)", it.name) : it.name}
                <span class="quiet">${countText(it.base, words)}</span></span
              >
            </li>`,
        )}
      </ul>`;
}

/** Answers with bars, counts and percent in line: a table, which is also what a screen reader reads. */
export function bars(options: BarsOptions): TemplateResult {
  const decimals = countDecimals(options.rows.flatMap((it) => it.counts));
  return html`<table class="bars">
    <caption class="visually-hidden">
      ${options.caption}
    </caption>
    <thead class="visually-hidden">
      <tr>
        <th scope="col">${t("Answer")}</th>
        <td></td>
        <th scope="col">${t("Count")}</th>
        <th scope="col">${options.percentHead}</th>
      </tr>
    </thead>
    <tbody>
      ${options.rows.map((it) => row(it, decimals, options))}
    </tbody>
  </table>`;
}

function row({ answer, counts }: BarRow, decimals: number, options: BarsOptions): TemplateResult {
  const { series, filter, chosen } = options;
  const percents = series.map(({ base }, index) => percentOf(counts[index], base));
  const text = valueText(answer, words);
  const isChosen = chosen.includes(answer.value);
  const label = html`${isChosen ? icon("check") : nothing}<span
      class=${answer.label === undefined && answer.value !== "" ? "plain" : ""}
      >${text}</span
    >${answer.isUnknown ? html` <span class="unknown-mark">${t("not in the structure")}</span>` : nothing}`;
  const title = isChosen
    ? t("Filtered by this answer. Click to filter by it no more.")
    : t("Click to filter by this answer. With Ctrl: beside others.");
  const lines = (line: (index: number) => unknown): unknown =>
    series.length === 1
      ? line(0)
      : series.map(
          (it, index) =>
            html`<span class="bar-line" title=${it.name}
              ><span class="visually-hidden">${t("{0}: {1}", it.name, "")}</span
              >${line(index)}</span
            >`,
        );
  return html`<tr
      class=${filter ? "can-filter" : ""}
      title=${filter ? title : nothing}
      @click=${
        filter
          ? (event: MouseEvent) => filter(answer.value, event.ctrlKey || event.metaKey)
          : nothing
      }
    >
      <th scope="row">
        ${
          filter
            ? html`<button type="button" class="bar-label" aria-pressed=${isChosen} title=${title}>
                ${label}
              </button>`
            : html`<span class="bar-label">${label}</span>`
        }
      </th>
      <td class="bar-cell" aria-hidden="true">
        ${series.map((it, index) =>
          bar(percents[index] ?? 0, {
            ink: answer.isUnknown && series.length === 1 ? "unknown" : `series-${index}`,
            sign: series.length === 1 ? "" : seriesSign(index),
            title: `${it.name === "" ? "" : `${it.name}: `}${share(counts[index], percents[index])}`,
          }),
        )}
      </td>
      <td class="figure-number">${lines((index) => number(counts[index], decimals))}</td>
      <td class="figure-number">${lines((index) => percent(percents[index]))}</td>
    </tr>
    ${answer.others && answer.others.count > 0 ? otherRow(answer, answer.others, options) : nothing}`;
}

function number(count: number | undefined, decimals: number): unknown {
  return count === undefined
    ? html`<span class="quiet">${t("not listed")}</span>`
    : countText(count, words, decimals);
}

/** Nothing where the base is nobody. */
function percent(value: number | undefined): unknown {
  return value === undefined ? "" : percentText(value, words);
}

function share(count: number | undefined, value: number | undefined): string {
  const text = count === undefined ? t("not listed") : countText(count, words);
  return value === undefined ? text : `${text} · ${percentText(value, words)}`;
}

/** The axis is from 0 to 100 percent everywhere, so that bars of any two questions can be compared. */
function bar(
  percentage: number,
  { ink, sign, title }: { readonly ink: string; readonly sign: string; readonly title: string },
): TemplateResult {
  return html`<span class="bar-line">
    ${sign === "" ? nothing : html`<span class="sign code quiet">${sign}</span>`}
    <svg class="bar ink-${ink}" height="12" width="100%">
      <title>${title}</title>
      <line x1="0" y1="6" x2="100%" y2="6" />
      <line x1="0" y1="0" x2="0" y2="12" />
      <line x1="100%" y1="2" x2="100%" y2="10" />
      ${percentage > 0 ? svg`<rect x="0" y="0.5" height="11" width="${percentage.toFixed(2)}%" />` : nothing}
    </svg>
  </span>`;
}

/** Texts written beside an answer, on wish. */
function otherRow(
  { value }: SummaryValue,
  others: OtherTexts,
  { open, toggle }: BarsOptions,
): TemplateResult {
  const isOpen = open.has(value);
  return html`<tr class="others-row">
    <td colspan="4">
      <button type="button" class="action" aria-expanded=${isOpen} @click=${() => toggle(value)}>
        ${icon(isOpen ? "chevron-down" : "chevron-right")}
        <span class="action-label"
          >${
            others.count === 1
              ? t("1 text written beside it")
              : t("{0} texts written beside it", countText(others.count, words))
          }</span
        >
      </button>
      ${isOpen ? otherTexts(others) : nothing}
    </td>
  </tr>`;
}

export function otherTexts({ texts, distinct }: OtherTexts): TemplateResult {
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
            ${rest === 1 ? t("and 1 other text") : t("and {0} other texts", formatNumber(rest))}
          </li>`
        : nothing
    }
  </ul>`;
}
