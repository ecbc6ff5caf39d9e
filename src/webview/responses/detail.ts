import { html, nothing, type TemplateResult } from "lit";
import { fieldsNotProvided, type Row } from "../../model/grid.ts";
import type { ApiVersion } from "../../model/survey.ts";
import { action, icon, time } from "../shared/controls.ts";
import { formatNumber, t } from "../shared/l10n.ts";
import { embeddedTitle } from "../shared/versions.ts";
import { answerView, metadataText, missingText, type CellValue, type GridColumn } from "./cells.ts";

/** Longer lists, such as of countries, show only what was chosen. */
const longestList = 20;

export interface DetailOptions {
  readonly columns: readonly GridColumn[];
  readonly row: Row;
  readonly version: ApiVersion;
  /** From 0, and of how many. */
  readonly index: number;
  readonly count: number;
  move(by: 1 | -1): void;
  close(): void;
}

interface Fact {
  readonly column: GridColumn;
  readonly value: CellValue;
}

/** One response as the questionnaire that was filled in. */
export function detail(options: DetailOptions): TemplateResult {
  const { columns, row } = options;
  const facts = columns.map((column, index): Fact => ({ column, value: row.cells[index] ?? null }));
  const of = (kind: GridColumn["kind"]): Fact[] => facts.filter((it) => it.column.kind === kind);
  const title = t("Response {0}", nameOf(facts) ?? formatNumber(options.index + 1));
  return html`<aside class="detail" aria-label=${title} @keydown=${keys(options)}>
    ${heading(options, title)}
    <div class="detail-body" tabindex="0" role="group" aria-label=${t("Answers")}>
      ${definitions(of("metadata"), options.version)} ${of("variable").map((it) => question(it))}
      ${
        of("embedded").length === 0
          ? nothing
          : html`<h3 class="detail-section">${embeddedTitle(options.version)}</h3>
              ${definitions(of("embedded"))}`
      }
    </div>
  </aside>`;
}

function nameOf(facts: readonly Fact[]): string | undefined {
  const named = (name: string): string | undefined =>
    facts.find((it) => it.column.kind === "metadata" && it.column.name === name)?.value?.[0]?.value;
  return named("serial") ?? named("responseId");
}

function heading(options: DetailOptions, title: string): TemplateResult {
  const { index, count } = options;
  return html`<div class="detail-head">
    <h2 title=${title}>${title}</h2>
    <span class="quiet">${t("{0} of {1}", formatNumber(index + 1), formatNumber(count))}</span>
    ${action({
      icon: "arrow-up",
      label: t("Previous response"),
      iconOnly: true,
      shortcut: "ArrowLeft",
      disabled: index === 0,
      run: () => options.move(-1),
    })}
    ${action({
      icon: "arrow-down",
      label: t("Next response"),
      iconOnly: true,
      shortcut: "ArrowRight",
      disabled: index === count - 1,
      run: () => options.move(1),
    })}
    ${action({
      icon: "close",
      label: t("Close"),
      iconOnly: true,
      shortcut: "Escape",
      run: () => options.close(),
    })}
  </div>`;
}

/** Up and Down scroll a long response; Left and Right go from one to the next. */
function keys(options: DetailOptions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === "ArrowLeft" && options.index > 0) {
      event.preventDefault();
      options.move(-1);
    } else if (event.key === "ArrowRight" && options.index < options.count - 1) {
      event.preventDefault();
      options.move(1);
    }
  };
}

/** @param version where also those facts are to be named that it does not carry */
function definitions(facts: readonly Fact[], version?: ApiVersion): TemplateResult {
  return html`<dl class="detail-facts">
    ${facts.map(
      ({ column, value }) =>
        html`<dt title=${column.name}>${column.text === "" ? column.name : column.text}</dt>
          <dd>${value === null ? quiet(missingText(column)) : factValue(column, value)}</dd>`,
    )}
    ${
      version === undefined
        ? nothing
        : fieldsNotProvided(version).map(
            (name) =>
              html`<dt title=${name}>${metadataText(name)}</dt>
                <dd>${quiet(t("not provided by {0}", version))}</dd>`,
          )
    }
  </dl>`;
}

function factValue(column: GridColumn, value: NonNullable<CellValue>): unknown {
  return value.map((answer) => {
    if (column.isTime) {
      return time(answer.value, true);
    }
    const it = answerView(column, answer);
    return it.label === it.code
      ? html`<span>${it.code}</span>`
      : html`<span>${it.label} <span class="code quiet">${it.code}</span></span>`;
  });
}

function question({ column, value }: Fact): TemplateResult {
  return html`<section class="detail-question">
    <h3>
      <span class="code">${column.name}</span> <span class="detail-text">${column.text}</span>
    </h3>
    ${value === null ? html`<p>${quiet(t("no answer"))}</p>` : nothing}
    ${column.isCoded ? choices(column, value ?? []) : (value ?? []).map((it) => html`<p>${it.value}</p>`)}
  </section>`;
}

function choices(column: GridColumn, chosen: NonNullable<CellValue>): TemplateResult {
  const codes = new Set(chosen.map((it) => it.value));
  const all = [...column.labels.keys()];
  const offered = all.length > longestList ? [] : all.filter((code) => !codes.has(code));
  const order = new Map(all.map((code, index) => [code, index]));
  const lines = [
    ...chosen.map((answer) => ({ answer, isChosen: true })),
    ...offered.map((value) => ({ answer: { value }, isChosen: false })),
  ].sort(
    (a, b) => (order.get(a.answer.value) ?? all.length) - (order.get(b.answer.value) ?? all.length),
  );
  return html`<ul class="choices">
    ${lines.map(({ answer, isChosen }) => {
      const it = answerView(column, answer);
      return html`<li class=${isChosen ? "chosen" : "offered"}>
        ${icon(isChosen ? "circle-filled" : "circle-outline")}
        <span class="code">${it.code}</span>
        <span>
          ${it.isUnknown ? quiet(t("code not in the structure")) : it.label}
          ${
            it.otherText === undefined || it.otherText === ""
              ? nothing
              : html`<q class="other-text">${it.otherText}</q>`
          }
          ${isChosen ? html`<span class="visually-hidden">${t("chosen")}</span>` : nothing}
        </span>
      </li>`;
    })}
  </ul>`;
}

function quiet(text: string): TemplateResult {
  return html`<span class="quiet">${text}</span>`;
}
