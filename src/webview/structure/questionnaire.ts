import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Option, Question } from "../../model/survey.ts";
import { action, icon } from "../shared/controls.ts";
import { richText } from "../shared/html.ts";
import { t } from "../shared/l10n.ts";
import { anchorOf, type Entry, type Section } from "./document.ts";

/** Where a question leads from the questionnaire. */
export type QuestionPlace = "codebook" | "responses" | "summary";

export interface QuestionDrawing {
  /** The key of what is being read. */
  readonly current: string | undefined;
  readonly lead: (place: QuestionPlace, question: Question) => void;
}

/** A block, or the questions that are in none. */
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
      // A long survey has hundreds of thousands of options.
      return guard([entry, isCurrent], () => questionEntry(entry, isCurrent, drawing.lead));
    })}
  </div>`;
}

function questionEntry(
  entry: Entry,
  isCurrent: boolean,
  lead: QuestionDrawing["lead"],
): TemplateResult {
  const { question } = entry;
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
              ${places(question, isCurrent, lead)}`
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
            ${question.options.length === 0 ? nothing : options(entry.name, question.options)}
          `
        : html`<p class="notice">
            ${icon("warning")}
            ${t("The block names this question, but the survey does not have it.")}
          </p>`
    }
  </article>`;
}

/** Reached by Tab only of the question that is being read, or there would be hundreds on the way. */
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

/** The id of the question's text, which is read out behind its name. */
function textOf(key: string): string {
  return `${anchorOf(key)}-text`;
}

function options(name: string, list: readonly Option[]): TemplateResult {
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
