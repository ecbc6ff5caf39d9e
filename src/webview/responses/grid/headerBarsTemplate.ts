import { html, nothing, svg, type TemplateResult } from "lit";
import { binText } from "../../../charts/histogramTables.ts";
import { shareText } from "../../../model/numberText.ts";
import { isIdentifier, markedText, percentOf } from "../../../charts/question.ts";
import type { QuestionSummary } from "../../../model/summary.ts";
import { t, words } from "../../shared/l10n.ts";
import { baseLine } from "../summary/baseLine.ts";
import type { ColumnFigures } from "../summary/figures.ts";
import type { GridColumn } from "../cells.ts";
import type { PlacedColumn } from "../../shared/grid/columnPlaces.ts";

/** Largest width of a bar, in CSS pixels. */
const widest = 16;
/** Smallest height of a bar with a count above 0, as a share of the full height. */
const least = 0.06;
/** Limit of lines in the tooltip. */
const maxLines = 12;

interface Bar {
  readonly text: string;
  readonly count: number;
  readonly isUnknown?: true | undefined;
}

/** Id of the element that describes a column by its bars. */
export function headerBarsId(index: number): string {
  return `header-bars-${index}`;
}

/** Renders the distribution of a column's answers, small enough for the header. */
export function headerBars(
  { index, column }: PlacedColumn<GridColumn>,
  figure: ColumnFigures | undefined,
): TemplateResult {
  if (!figure) {
    return html`<div class="header-bars"></div>`;
  }
  const { summary } = figure;
  // For open answers and identifiers only the share of responses that have one can be drawn.
  const isShare =
    isIdentifier({ column, summary }) || (summary.kind === "text" && column.kind !== "metadata");
  const bars = isShare ? [] : barsOf(summary, column.labels);
  const base = baseLine({ column, summary, base: "answered" });
  const lines = bars.map((it) => lineOf(it, summary.bases.answered));
  const rest = lines.length - maxLines;
  const named = rest > 0 ? [...lines.slice(0, maxLines), t("and {0} more", rest)] : lines;
  return html`<div
    id=${headerBarsId(index)}
    class="header-bars"
    role="img"
    aria-label=${[base, ...named].join(", ")}
    title=${[base, ...named].join("\n")}
  >
    ${isShare ? share(summary) : columns(bars, wholeOf(summary))}
  </div>`;
}

/**
 * Returns a bar per option, in their order, or per bin, from the lowest.
 * @param labels of the column's values: the summary does not know collect groups
 */
function barsOf(
  { histogram, values }: QuestionSummary,
  labels: ReadonlyMap<string, string>,
): Bar[] {
  return histogram
    ? histogram.counts.map((count, bin) => ({ text: binText(histogram, bin, words), count }))
    : values.map((it) => ({
        text: markedText({ ...it, label: it.label ?? labels.get(it.value) }, words),
        count: it.count,
        isUnknown: it.isUnknown,
      }));
}

function lineOf({ text, count }: Bar, base: number): string {
  return t("{0}: {1}", text, shareText(count, percentOf(count, base), words));
}

/**
 * Returns the count that a bar of full height stands for: all who answered; for a histogram, which has no percent, its peak.
 */
function wholeOf({ histogram, bases }: QuestionSummary): number {
  return histogram ? Math.max(...histogram.counts, 0) : bases.answered;
}

function columns(bars: readonly Bar[], whole: number): TemplateResult | typeof nothing {
  if (whole <= 0) {
    return nothing;
  }
  return html`<svg
    width=${bars.length * widest}
    viewBox="0 0 ${bars.length} 1"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${bars.map(({ count, isUnknown }, at) => {
      const height = count > 0 ? Math.max(least, count / whole) : 0;
      return svg`<rect
        class=${isUnknown ? "unknown" : ""}
        x=${at + 0.1}
        y=${1 - height}
        width="0.8"
        height=${height}
      ></rect>`;
    })}
  </svg>`;
}

/** Renders the share of those who were asked that gave an answer, as a part of the full width. */
function share({ bases }: QuestionSummary): TemplateResult | typeof nothing {
  const whole = bases.asked ?? bases.all;
  if (whole <= 0) {
    return nothing;
  }
  return html`<svg width="100%" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
    <rect class="rest" x="0" y="0.6" width="1" height="0.4"></rect>
    <rect x="0" y="0.6" width=${bases.answered / whole} height="0.4"></rect>
  </svg>`;
}
