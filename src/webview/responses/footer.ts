import { html, nothing, type TemplateResult } from "lit";
import type {
  ResponsesContent,
  ResponsesRequest,
  ResponsesState,
} from "../../messages/responses.ts";
import { fieldsNotProvided } from "../../model/grid.ts";
import type { ApiVersion } from "../../model/survey.ts";
import { action } from "../shared/controls.ts";
import { formatInstant, formatNumber, t } from "../shared/l10n.ts";
import { notProvided } from "../shared/versions.ts";
import { metadataText } from "./cells.ts";

type PageTarget = Extract<ResponsesRequest, { kind: "page" }>["to"];

export interface FooterOptions {
  readonly state: ResponsesState;
  readonly waiting: TemplateResult;
  readonly page: (to: PageTarget) => void;
}

export function footer(options: FooterOptions): TemplateResult {
  const { state, waiting } = options;
  const { content } = state;
  return html`<footer class="foot">
    ${content ? pager(options, content) : nothing} ${waiting}
    <div class="facts quiet">
      ${
        content
          ? html`<span>${loaded(content.rows.length)}</span>
              <span>${content.source.apiVersion}</span>
              ${missing(content.source.apiVersion)}
              <span>${content.source.dataSpace}</span>
              <span>${t("read {0}", formatInstant(content.source.readAt))}</span>`
          : html`<span>${state.subject.dataSpace}</span>`
      }
    </div>
  </footer>`;
}

/** Said where people look for it, as its columns are not there. */
function missing(version: ApiVersion): TemplateResult | typeof nothing {
  const fields = fieldsNotProvided(version).map((name) => metadataText(name));
  return fields.length === 0 ? nothing : html`<span>${notProvided(version, fields)}</span>`;
}

function pager({ state, page }: FooterOptions, content: ResponsesContent): TemplateResult {
  const { hasNewer, hasOlder, first } = content;
  const offer = (
    name: string,
    label: string,
    shortcut: string,
    to: PageTarget,
    possible: boolean,
  ): TemplateResult =>
    action({
      icon: name,
      label,
      shortcut,
      disabled: !possible || state.loading,
      run: () => page(to),
    });
  return html`<nav class="pager" aria-label=${t("Pages")}>
    ${offer("arrow-circle-up", t("Newest"), "Shift+N", "newest", hasNewer || first > 0)}
    ${offer("chevron-left", t("Newer"), "N", "newer", hasNewer)}
    ${offer("chevron-right", t("Older"), "O", "older", hasOlder)}
    <span class="pager-range" role="status">${range(content)}</span>
  </nav>`;
}

function range({ first, rows, total }: ResponsesContent): string {
  if (rows.length === 0) {
    return "";
  }
  const from = formatNumber(first + 1);
  const to = formatNumber(first + rows.length);
  return total === undefined
    ? t("{0}–{1}, newest first", from, to)
    : t("{0}–{1} of {2}, newest first", from, to, formatNumber(total));
}

function loaded(count: number): string {
  return count === 1 ? t("1 response loaded") : t("{0} responses loaded", formatNumber(count));
}
