import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Option, Question } from "../../model/survey.ts";
import { action, icon } from "../shared/controls.ts";
import { richText } from "../shared/html.ts";
import { t, sayCount } from "../shared/l10n.ts";
import { anchorOf, type Entry, type Section } from "./document.ts";

/** Places to which a question of the questionnaire leads, and "link", which copies a link. */
export type QuestionPlace = "codebook" | "responses" | "summary" | "link";

export interface QuestionDrawing {
  /** Key of the question or section that is being read. */
  readonly current: string | undefined;
  /** Keys of questions whose options are hidden. */
  readonly folded: ReadonlySet<string>;
  readonly lead: (place: QuestionPlace, question: Question) => void;
  readonly unfold: (key: string) => void;
}

/** Renders a block, or the questions that are in none. */
export function questionSection(section: Section, drawing: QuestionDrawing): TemplateResult {
  return html`<div class="section" data-key=${section.key}>
    <h2 id=${anchorOf(section.key)} tabindex="-1">
      ${section.title}
      ${
        section.name === undefined ? nothing : html`<span class="code quiet">${section.name}</span>`
      }
    </h2>
    ${section.note === undefined ? nothing : html`<p class="quiet">${section.note}</p>`}
    ${section.entries.length === 0 ? html`<p class="quiet">${t("No questions.")}</p>` : nothing}
    ${section.entries.map((entry) => {
      const isCurrent = entry.key === drawing.current;
      const isFolded = drawing.folded.has(entry.key);
      // Guarded, because a long survey has thousands of questions.
      return guard([entry, isCurrent, isFolded], () => questionEntry(entry, drawing));
    })}
  </div>`;
}

function questionEntry(entry: Entry, drawing: QuestionDrawing): TemplateResult {
  const { question } = entry;
  const isCurrent = entry.key === drawing.current;
  return html`<article
    class="question"
    data-key=${entry.key}
    aria-labelledby=${anchorOf(entry.key)}
  >
    <div class="question-head">
      <h3
        id=${anchorOf(entry.key)}
        class="code"
        tabindex="-1"
        aria-describedby=${question ? textOf(entry.key) : nothing}
      >
        ${entry.name}
      </h3>
      ${
        question
          ? html`<span class="badge">${question.type ?? t("type not provided")}</span>
              ${places(question, isCurrent, drawing.lead)}`
          : nothing
      }
    </div>
    ${
      question
        ? html`
            <div class="rich question-label" id=${textOf(entry.key)}>
              ${
                question.label === ""
                  ? html`<span class="quiet">${t("no text")}</span>`
                  : richText(question.label)
              }
            </div>
            ${
              drawing.folded.has(entry.key)
                ? foldedOptions(entry.key, question.options.length, isCurrent, drawing.unfold)
                : options(entry.name, question.options)
            }
          `
        : html`<p class="notice">
            ${icon("warning")}
            ${t("The block names this question, but the survey does not have it.")}
          </p>`
    }
  </article>`;
}

/**
 * Renders the buttons of a question. Tab reaches only those of the current question, or there would be hundreds on the way.
 */
function places(
  question: Question,
  isCurrent: boolean,
  lead: QuestionDrawing["lead"],
): TemplateResult {
  const { name } = question;
  const buttons = [
    { place: "codebook", icon: "book", label: t("Show {0} in Codebook", name) },
    { place: "responses", icon: "table", label: t("Show {0} in Responses", name) },
    { place: "summary", icon: "graph", label: t("Show {0} in Summary", name) },
    { place: "link", icon: "link", label: t("Copy link to {0}", name) },
  ] as const;
  return html`<span class="places ${isCurrent ? "current" : ""}"
    >${buttons.map(({ place, ...it }) =>
      action({
        ...it,
        iconOnly: true,
        tabIndex: isCurrent ? 0 : -1,
        run: () => lead(place, question),
      }),
    )}</span
  >`;
}

/** Returns the id of the question's text, which is read out after its name. */
function textOf(key: string): string {
  return `${anchorOf(key)}-text`;
}

function foldedOptions(
  key: string,
  count: number,
  isCurrent: boolean,
  unfold: QuestionDrawing["unfold"],
): unknown {
  return count === 0
    ? nothing
    : action({
        icon: "chevron-right",
        label: sayCount(count, { one: "Show {0} option", other: "Show {0} options" }),
        tabIndex: isCurrent ? 0 : -1,
        run: () => unfold(key),
      });
}

function options(name: string, list: readonly Option[]): unknown {
  if (list.length === 0) {
    return nothing;
  }
  return html`<table class="options" aria-label=${t("Options of {0}", name)}>
    <thead class="visually-hidden">
      <tr>
        <th scope="col">${t("Code")}</th>
        <th scope="col">${t("Label")}</th>
      </tr>
    </thead>
    <tbody>
      ${list.map(
        (option) =>
          html`<tr>
            <td class="code">${option.name}</td>
            <td class="rich">${richText(option.label)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
