import { html, nothing, type TemplateResult } from "lit";
import { barsOf } from "../../../charts/bars.ts";
import {
  differenceNotes,
  partNotes,
  splitBaseNotes,
  testNotes,
  unsplitNotes,
} from "../../../charts/notes.ts";
import { numberPicture } from "../../../charts/questionPicture.ts";
import { countText, numberDecimals, numberText } from "../../../model/numberText.ts";
import {
  baseOf,
  percentHead,
  valueHead,
  questionTitle,
  summariesOf,
  unlistedCount,
  type SummarisedQuestion,
} from "../../../charts/question.ts";
import { crossTable } from "../../../charts/crossTable.ts";
import { maxSeries } from "../../../charts/sketch.ts";
import { hasOnlyIdentifiers, hasStatistics } from "../../../charts/statisticsNotes.ts";
import { partStatisticsTable } from "../../../charts/statisticsTables.ts";
import { plural } from "../../../model/localizable.ts";
import type { Statistics } from "../../../model/summary.ts";
import { button } from "../../shared/controls.ts";
import { figureTable, notesList } from "../../shared/figureTable.ts";
import { pictureTemplate } from "../../shared/picture.ts";
import { measuredWidth } from "../../shared/pictureCopies.ts";
import { formatNumber, t, words, say, sayCount } from "../../shared/l10n.ts";
import { barsTable, legend, otherTexts, seriesSign, type AnswerChoices } from "./barsTable.ts";

/** In CSS pixels; in a wider histogram, bars would be too far apart to be compared. */
const widestHistogram = 640;
/** Number of rows before the rest is folded. */
const [textsAtFirst, optionsAtFirst] = [10, 60];
/** Stands for the question itself among the values whose write-in answers are listed. */
const wholeQuestion = "\n";

export interface PictureOptions extends AnswerChoices {
  readonly question: SummarisedQuestion;
  /** Width of a histogram, in CSS pixels. */
  readonly width: number;
  /** True if folded rows are shown. */
  readonly showsAll: boolean;
  readonly filterBin: (bin: number) => void;
  readonly isBinChosen: (bin: number) => boolean;
  readonly toggleAll: () => void;
}

/** Renders the answers as bars or a histogram; if they are split into many parts, as a table. */
export function questionPicture(options: PictureOptions): TemplateResult {
  const { question } = options;
  const { summary, column } = question;
  const isEmpty = summary.bases.answered === 0 && !question.compared?.summary.bases.answered;
  if (hasOnlyIdentifiers(question)) {
    return notesList(differenceNotes(question, words));
  }
  const { split } = summary;
  // Options stay, with a count of 0, and so does the chosen bin: one of them may be in the filter, and must remain
  // clickable.
  const hasRows =
    summary.kind === "number"
      ? chosenBin(options) !== undefined
      : summary.values.length > 0 && split?.parts.length !== 0;
  if (isEmpty && !hasRows) {
    return html`<p class="quiet">
      ${column.kind === "variable" ? t("No answers.") : t("No values.")}
    </p>`;
  }
  const parts = split?.parts.length ?? 0;
  if (parts > maxSeries || (parts > 0 && summary.kind === "number")) {
    const tables = [
      summary.kind === "number" ? undefined : crossTable(question, "column", words),
      partStatisticsTable(question, words),
    ].filter((it) => it !== undefined);
    return html`${summary.kind === "number" ? histogram(options) : nothing}
    ${tables.map((it) => figureTable(it))}`;
  }
  return html`${summary.kind === "number" ? histogram(options) : valueBars(options)}
  ${statisticsShown(question)} ${otherAnswers(options)}`;
}

function histogram(options: PictureOptions): TemplateResult | typeof nothing {
  const { question } = options;
  const bins = question.summary.histogram;
  if (!bins) {
    return nothing;
  }
  const room = {
    width: Math.min(options.width, widestHistogram),
    measure: measuredWidth,
    isInline: true,
  };
  const notes = unsplitNotes(question, words);
  return html`${pictureTemplate(numberPicture(question, bins, room, words, chosenBin(options)), {
    pick: options.filterBin,
    isPicked: options.isBinChosen,
  })}
  ${notes.length === 0 ? nothing : notesList(notes)}`;
}

/** Returns the bin that the filter demands. */
function chosenBin(options: PictureOptions): number | undefined {
  const { counts = [] } = options.question.summary.histogram ?? {};
  const bin = counts.findIndex((_, place) => options.isBinChosen(place));
  return bin < 0 ? undefined : bin;
}

/** Says why percentages are not of those who were asked. */
function unaskedText({ column }: SummarisedQuestion): string {
  return column.kind === "variable"
    ? t("% of answered; who was asked is not provided.")
    : t("% of those with a value; nobody was asked.");
}

function valueBars(options: PictureOptions): TemplateResult {
  const { question, showsAll } = options;
  const { summary } = question;
  const { series, rows } = barsOf(question, summary.split?.parts ?? [], words);
  const most = summary.kind === "text" ? textsAtFirst : optionsAtFirst;
  const shown = showsAll ? rows : rows.slice(0, most);
  const more = rows.length - shown.length;
  const unlisted = unlistedCount(summary);
  const { base } = baseOf(summary.bases, question.base);
  const notes = [
    ...(unlisted > 0
      ? [sayCount(unlisted, { one: "and {0} other value", other: "and {0} other values" })]
      : []),
    ...differenceNotes(question, words),
    ...(base === question.base ? [] : [unaskedText(question)]),
    ...unsplitNotes(question, words),
    ...(hasStatistics(question) ? splitBaseNotes(question, words) : []),
    ...partNotes(question, words),
    ...testNotes(question, words),
  ];
  return html`${legend(series)}
  ${barsTable({
    ...options,
    caption: questionTitle(question.column),
    valueHead: valueHead(question.column, words),
    percentHead: percentHead(base, words, question.column.kind),
    series,
    rows: shown,
  })}
  ${
    rows.length > most
      ? html`<div>
          ${button(
            showsAll
              ? t("Show fewer")
              : summary.kind === "text"
                ? t("Show {0} more", formatNumber(more))
                : t("Show all {0}", formatNumber(rows.length)),
            options.toggleAll,
            true,
          )}
        </div>`
      : nothing
  }
  ${notes.length === 0 ? nothing : notesList(notes)}`;
}

function statisticsShown(question: SummarisedQuestion): TemplateResult | typeof nothing {
  const { compared } = question;
  const all = summariesOf(question).map((it) => it.statistics);
  if (!hasStatistics(question) || all.every((it) => it === undefined)) {
    return nothing;
  }
  const decimals = {
    mean: numberDecimals(all.flatMap((it) => (it ? [it.mean, it.sd] : []))),
    // For whole numbers, these are mostly whole.
    ranks: numberDecimals(
      all.flatMap((it) => (it ? [it.median, it.q1, it.q3, it.min, it.max] : [])),
    ),
  };
  return html`${all.map((it, index) => {
    const name = compared?.names[index];
    const series = name === undefined ? undefined : { index, name };
    return it ? statisticsList(it, decimals, series) : nothing;
  })}`;
}

function statisticsList(
  it: Statistics,
  decimals: { readonly mean: number; readonly ranks: number },
  series: { readonly index: number; readonly name: string } | undefined,
): TemplateResult {
  const mean = (value: number): string => numberText(value, words, decimals.mean);
  const number = (value: number): string => numberText(value, words, decimals.ranks);
  const facts: (readonly [string, string])[] = [
    [t("Mean"), mean(it.mean)],
    ...(it.sd === undefined ? [] : [[t("Standard deviation"), mean(it.sd)] as const]),
    [t("Median"), number(it.median)],
    [t("Quartiles"), t("{0} to {1}", number(it.q1), number(it.q3))],
    [t("Range"), t("{0} to {1}", number(it.min), number(it.max))],
    [t("Count"), countText(it.n, words)],
  ];
  return html`<dl class="statistics">
    ${
      series
        ? html`<div>
            <dt class="sign code">${seriesSign(series.index)}</dt>
            <dd>${series.name}</dd>
          </div>`
        : nothing
    }
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt class="quiet">${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Renders the write-in answers of a question without options. */
function otherAnswers(options: PictureOptions): TemplateResult | typeof nothing {
  const { question, open } = options;
  const { others } = question.summary;
  if (!others || others.count === 0) {
    return nothing;
  }
  // The count may be a sum of weights.
  const label = plural(
    others.count,
    { one: "{1} other text", other: "{1} other texts" },
    countText(others.count, words),
  );
  const toggle = (): void => options.toggle(wholeQuestion);
  return html`<div>${otherTexts(say(label), others, open.has(wholeQuestion), toggle)}</div>`;
}
