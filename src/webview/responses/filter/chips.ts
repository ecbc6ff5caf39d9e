import { html, nothing, type TemplateResult } from "lit";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { action, icon } from "../../shared/controls.ts";
import { t } from "../../shared/l10n.ts";
import type { FilterPart } from "./filterParts.ts";

export interface ChipsOptions {
  readonly parts: readonly FilterPart[];
  readonly canUndo: boolean;
  readonly filter: (filter: ResponseFilter) => void;
  /** Opens the filter panel at a part. */
  readonly edit: (at: string) => void;
  readonly undo: () => void;
}

/** What is filtered by, each part with the ways to change it and to take it away. */
export function chips(options: ChipsOptions): TemplateResult | typeof nothing {
  const { parts, canUndo } = options;
  if (parts.length === 0 && !canUndo) {
    return nothing;
  }
  return html`<div class="chip-line">
    ${
      parts.length === 0
        ? nothing
        : html`<ul class="chips" aria-label=${t("Filters")}>
            ${parts.map((it) => chip(it, options))}
          </ul>`
    }
    ${
      parts.length === 0
        ? nothing
        : action({
            icon: "clear-all",
            label: t("Clear all filters"),
            iconOnly: true,
            run: () => options.filter({}),
          })
    }
    ${
      canUndo
        ? action({
            icon: "discard",
            label: t("Undo filter"),
            iconOnly: true,
            shortcut: "Control+Z",
            run: options.undo,
          })
        : nothing
    }
  </div>`;
}

function chip({ at, label, without }: FilterPart, options: ChipsOptions): TemplateResult {
  return html`<li class="chip">
    <button
      type="button"
      class="chip-edit"
      title=${t("Change filter: {0}", label)}
      aria-label=${t("Change filter: {0}", label)}
      @click=${() => options.edit(at)}
    >
      ${label}
    </button>
    <button
      type="button"
      class="chip-remove"
      aria-label=${t("Remove filter: {0}", label)}
      title=${t("Remove filter")}
      @click=${() => options.filter(without)}
    >
      ${icon("close")}
    </button>
  </li>`;
}
