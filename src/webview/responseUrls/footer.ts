import { html, nothing, type TemplateResult } from "lit";
import { button, icon } from "../shared/controls.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import type { Draft } from "./draft.ts";
import { problemSummary, problemTexts, summaryTexts } from "./texts.ts";
import type { UrlRows } from "./urlRows.ts";

/** Renders the problems of the rows, their number, and how many have URLs. */
export function footer(
  { draft, importNote }: UrlRows,
  activeRow: number,
  nextProblem: () => void,
  removeUnknown: () => void,
): TemplateResult {
  const summary = draft.summary();
  const problems = problemSummary(summary);
  const isEmpty = summary.blank === summary.rows;
  return html`<footer class="foot">
    <div class="facts problem-line">
      <span class="problem-count" role="status">
        ${problems === "" ? nothing : html`${icon("error")} ${problems}`}
      </span>
      ${problems === "" ? nothing : button(t("Next Problem"), nextProblem, true)}
      ${summary.unknown === 0 ? nothing : button(t("Remove Unknown Columns"), removeUnknown, true)}
    </div>
    <div class="facts">
      ${activeProblems(draft, activeRow)}
      <span class="facts quiet" role="status">
        ${
          isEmpty
            ? t("Type or paste values, or open a CSV or JSON file. One row makes one URL.")
            : [...summaryTexts(summary), importNote].map((it) => html`<span>${it}</span>`)
        }
      </span>
    </div>
  </footer>`;
}

/** Explains the problems of the active row. */
function activeProblems(draft: Draft, row: number): TemplateResult | typeof nothing {
  const texts = problemTexts(draft, draft.table.rows[row] ?? []);
  return texts.length === 0
    ? nothing
    : html`<span>${t("Row {0}: {1}", formatNumber(row + 1), texts.join(", "))}</span>`;
}
