import { html, nothing, type TemplateResult } from "lit";
import type { Cell } from "../../../model/grid.ts";
import { fieldsNotProvided, metadataLabel } from "../../../model/metadataColumns.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { action, time } from "../../shared/controls.ts";
import { detailHead } from "../../shared/detailPlace.ts";
import { formatNumber, t, sayCount } from "../../shared/l10n.ts";
import { embeddedTitle } from "../../shared/versions.ts";
import { answerView } from "../../../model/cellText.ts";
import { isCode, missingText, type GridColumn } from "../cells.ts";
import { columnGroups } from "../grid/columnGroups.ts";
import type { ResponsesStore } from "../store.ts";

/** Longer lists of options, such as countries, show only the chosen ones. */
const longestList = 50;
/** Lists of a very long survey do so, too, once this many options are drawn. */
const maxOptions = 10_000;

interface Fact {
  readonly column: GridColumn;
  readonly value: Cell;
}

/** Returns "Response 1499, 2 of 1,500"; undefined until the response has arrived. */
export function detailName(store: ResponsesStore): string | undefined {
  const row = store.scrollPosition.rows.at(store.detailIndex);
  return row && t("{0}, {1}", titleOf(store), placeText(store));
}

/** Renders one response as the questionnaire that was filled in; it may not have arrived yet. */
export function detail(store: ResponsesStore, scrolled: (top: number) => void): TemplateResult {
  const { columns, detailIndex, scrollPosition } = store;
  const row = scrollPosition.rows.at(detailIndex);
  const facts = columns.all.map((column): Fact => ({
    column,
    value: row?.cells[column.cellIndex] ?? null,
  }));
  const title = row ? titleOf(store) : t("Loading the response…");
  return html`<aside class="detail" aria-label=${title} @keydown=${keys(store)}>
    ${heading(store, title, row !== undefined)}
    <div
      class="detail-body"
      tabindex="0"
      role="group"
      aria-label=${t("Answers")}
      aria-busy=${row === undefined}
      @scroll=${(event: Event) => {
        if (row && event.currentTarget instanceof HTMLElement) {
          scrolled(event.currentTarget.scrollTop);
        }
      }}
    >
      ${row ? answers(facts, store) : nothing}
    </div>
  </aside>`;
}

function answers(facts: readonly Fact[], store: ResponsesStore): TemplateResult {
  const { version } = store;
  const of = (kind: GridColumn["kind"]): Fact[] => facts.filter((it) => it.column.kind === kind);
  return html`${definitions(of("metadata"), version)} ${questions(of("variable"), store)}
  ${
    of("embedded").length === 0
      ? nothing
      : html`<h3 class="detail-section">${embeddedTitle(version)}</h3>
          ${definitions(of("embedded"))}`
  }`;
}

/** Renders the questions block by block, in the order in which they were asked. */
function questions(facts: readonly Fact[], store: ResponsesStore): TemplateResult[] {
  let drawn = 0;
  return columnGroups(facts, (it) => it.column, store.version).map(
    ({ label, columns }) =>
      html`<h3 class="detail-section">${label}</h3>
        ${columns.map((fact) => {
          const count = fact.column.labels.size;
          const isWhole = count <= longestList && drawn + count <= maxOptions;
          drawn += isWhole ? count : 0;
          return question(fact, isWhole, store);
        })}`,
  );
}

function titleOf(store: ResponsesStore): string {
  const { detailIndex: index } = store;
  const name = store.metadataOf(index, "serial") ?? store.metadataOf(index, "responseId");
  return t("Response {0}", name ?? formatNumber(index + 1));
}

/** "2 of 1,500" */
function placeText({ detailIndex, scrollPosition }: ResponsesStore): string {
  return t("{0} of {1}", formatNumber(detailIndex + 1), formatNumber(scrollPosition.rows.count));
}

function heading(store: ResponsesStore, title: string, hasRow: boolean): TemplateResult {
  const { detailIndex: index, scrollPosition } = store;
  const { count } = scrollPosition.rows;
  return detailHead({
    title,
    index,
    count,
    note: quiet(placeText(store)),
    previous: { label: t("Previous response"), shortcut: "P" },
    next: { label: t("Next response"), shortcut: "N" },
    actions: [
      {
        icon: "json",
        label: t("Show Raw JSON of the Response"),
        shortcut: "J",
        disabled: !hasRow,
        run: () => store.showRaw(),
      },
      ...(fieldsNotProvided(store.version).includes("responseId")
        ? []
        : [
            {
              icon: "link",
              label: t("Copy Link to This Response"),
              disabled: !hasRow,
              run: () => store.copyLinkToResponse(),
            },
          ]),
    ],
    move: (by) => store.moveDetail(by),
    close: () => store.toggleDetail(),
  });
}

/**
 * Left and Right alone go to the previous and next response; with other keys they select text or belong to VS Code. Up and
 * Down are left to scrolling.
 */
function keys(store: ResponsesStore): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { detailIndex: index, scrollPosition } = store;
    if (event.key === "ArrowLeft" && index > 0) {
      event.preventDefault();
      store.moveDetail(-1);
    } else if (event.key === "ArrowRight" && index < scrollPosition.rows.count - 1) {
      event.preventDefault();
      store.moveDetail(1);
    }
  };
}

/** @param version if given, metadata that this version does not provide are named, too */
function definitions(facts: readonly Fact[], version?: ApiVersion): TemplateResult {
  return html`<dl class="detail-facts">
    ${facts.map(
      ({ column, value }) =>
        html`<dt title=${column.name}>${column.text === "" ? column.name : column.text}</dt>
          <dd>
            ${value === null ? quiet(missingText(column, value)) : factValue(column, value)}
          </dd>`,
    )}
    ${
      version === undefined
        ? nothing
        : fieldsNotProvided(version).map(
            (name) =>
              html`<dt title=${name}>${metadataLabel(name, t)}</dt>
                <dd>${quiet(t("not provided by {0}", version))}</dd>`,
          )
    }
  </dl>`;
}

function factValue(column: GridColumn, value: NonNullable<Cell>): unknown {
  return value.map((answer) => {
    if (column.isTime) {
      return time(answer.value, true);
    }
    const it = answerView(column, answer);
    return it.label === it.code
      ? html`<span class=${isCode(column, "labels") ? "code" : ""}>${it.code}</span>`
      : html`<span>${it.label} <span class="code quiet">${it.code}</span></span>`;
  });
}

function question(
  { column, value }: Fact,
  isWhole: boolean,
  store: ResponsesStore,
): TemplateResult {
  const isMissing = value === null || value.length === 0;
  return html`<section class="detail-question">
    <div class="detail-question-head">
      <h4>
        <span class="code">${column.name}</span> <span class="detail-text">${column.text}</span>
      </h4>
      ${action({
        icon: "list-tree",
        label: t("Show {0} in Structure", column.name),
        iconOnly: true,
        // Not reached by Tab, or every question would be a stop: the keyboard has a command on the column.
        tabIndex: -1,
        run: () => store.showInStructure(column.key),
      })}
    </div>
    ${isMissing ? html`<p>${quiet(missingText(column, value))}</p>` : nothing}
    ${
      column.isCoded
        ? choices(column, value ?? [], isWhole)
        : (value ?? []).map((it) => html`<p class="written">${it.value}</p>`)
    }
  </section>`;
}

function choices(column: GridColumn, chosen: NonNullable<Cell>, isWhole: boolean): TemplateResult {
  const codes = new Set(chosen.map((it) => it.value));
  const all = [...column.labels.keys()];
  const offered = isWhole ? all.filter((code) => !codes.has(code)) : [];
  const order = new Map(all.map((code, index) => [code, index]));
  const lines = [
    ...chosen.map((answer) => ({ answer, isChosen: true })),
    ...offered.map((value) => ({ answer: { value }, isChosen: false })),
  ].sort(
    (a, b) => (order.get(a.answer.value) ?? all.length) - (order.get(b.answer.value) ?? all.length),
  );
  const mark = isMultiple(column, chosen) ? "mark several" : "mark";
  const others = all.filter((code) => !codes.has(code)).length - offered.length;
  return html`<ul class="choices">
    ${lines.map(({ answer, isChosen }) => {
      const it = answerView(column, answer);
      return html`<li class=${isChosen ? "chosen" : "offered"}>
        <span class=${mark} aria-hidden="true"></span>
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
    ${
      others === 0
        ? nothing
        : html`<li class="offered">
            ${sayCount(others, { one: "{0} other option", other: "{0} other options" })}
          </li>`
    }
  </ul>`;
}

/** MULTI_SELECT is the only such type in API.md; other questions are recognised by a response with several answers. */
function isMultiple({ type }: GridColumn, chosen: NonNullable<Cell>): boolean {
  return chosen.length > 1 || /multi/i.test(type ?? "");
}

function quiet(text: string): TemplateResult {
  return html`<span class="quiet">${text}</span>`;
}
