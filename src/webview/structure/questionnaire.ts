import { html, nothing, type TemplateResult } from "lit";
import type { Option } from "../../model/survey.ts";
import { icon } from "../shared/controls.ts";
import { richText } from "../shared/html.ts";
import { t } from "../shared/l10n.ts";
import { anchorOf, type Entry, type Section } from "./document.ts";

/** A block, or the questions that are in none. */
export function questionSection(section: Section): TemplateResult {
  return html`<div class="section" data-key=${section.key}>
    <h2 id=${anchorOf(section.key)} tabindex="-1">
      ${section.title}
      ${
        section.name === undefined ? nothing : html`<span class="code quiet">${section.name}</span>`
      }
    </h2>
    ${section.note === undefined ? nothing : html`<p class="quiet">${section.note}</p>`}
    ${section.entries.length === 0 ? html`<p class="quiet">${t("No questions.")}</p>` : nothing}
    ${section.entries.map((entry) => questionEntry(entry))}
  </div>`;
}

function questionEntry(entry: Entry): TemplateResult {
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
      ${question ? html`<span class="badge">${question.type ?? t("type not provided")}</span>` : nothing}
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
