import { html, nothing, type TemplateResult } from "lit";
import { action, icon } from "../../shared/controls.ts";
import { t } from "../../shared/l10n.ts";
import type { Filtering } from "./filtering.ts";
import type { FilterPart } from "./filterParts.ts";

/** Renders the parts of the filter, each with buttons to change and to remove it. */
export function chips(filtering: Filtering): TemplateResult | typeof nothing {
  const { canUndo } = filtering;
  const parts = filtering.parts(filtering.value);
  if (parts.length === 0 && !canUndo) {
    return nothing;
  }
  return html`<div class="chip-line">
    ${
      parts.length === 0
        ? nothing
        : html`<ul class="chips" aria-label=${t("Filters")}>
            ${parts.map((it) => chip(it, filtering))}
          </ul>`
    }
    ${
      parts.length === 0
        ? nothing
        : action({
            icon: "clear-all",
            label: t("Clear All Filters"),
            iconOnly: true,
            run: () => filtering.set({}),
          })
    }
    ${
      canUndo
        ? action({
            icon: "discard",
            label: t("Undo Filter"),
            iconOnly: true,
            shortcut: "Control+Z",
            run: filtering.undo,
          })
        : nothing
    }
  </div>`;
}

function chip({ at, label, without }: FilterPart, filtering: Filtering): TemplateResult {
  return html`<li class="chip">
    <button
      type="button"
      class="chip-edit"
      title=${t("Change filter: {0}", label)}
      aria-label=${t("Change filter: {0}", label)}
      @click=${() => filtering.openAt(at)}
    >
      ${label}
    </button>
    <button
      type="button"
      class="chip-remove"
      aria-label=${t("Remove filter: {0}", label)}
      title=${t("Remove filter")}
      @click=${() => filtering.set(without)}
    >
      ${icon("close")}
    </button>
  </li>`;
}
