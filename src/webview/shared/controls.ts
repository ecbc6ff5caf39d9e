import { html, nothing, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { t, formatTime } from "./l10n.ts";

export function icon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

export interface Action {
  readonly icon: string;
  readonly label: string;
  /** The label becomes the accessible name and the tooltip. */
  readonly iconOnly?: boolean;
  /** Labels that may replace this one: the button is as wide as the widest of them. */
  readonly alternatives?: readonly string[];
  /** As in aria-keyshortcuts; shown in the tooltip. */
  readonly shortcut?: string;
  /** Explains the action, in the tooltip. */
  readonly hint?: string;
  /** Set through aria-disabled, so that a button keeps the focus if it is disabled while loading. */
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly className?: string;
  /** Buttons inside a grid are reached by its arrow keys. */
  readonly tabIndex?: 0 | -1;
  readonly run: () => void;
}

/** Renders a button as in VS Code's toolbars: flat, with a codicon. */
export function action(it: Action): TemplateResult {
  const tooltip = it.shortcut === undefined ? it.label : t("{0} ({1})", it.label, it.shortcut);
  return html`<button
    type="button"
    class="action ${it.className ?? ""}"
    title=${ifDefined(it.hint)}
    aria-label=${ifDefined(it.iconOnly ? it.label : undefined)}
    aria-keyshortcuts=${ifDefined(it.shortcut)}
    aria-expanded=${ifDefined(it.expanded)}
    aria-controls=${ifDefined(it.controls)}
    aria-disabled=${ifDefined(it.disabled ? "true" : undefined)}
    tabindex=${ifDefined(it.tabIndex)}
    @click=${it.disabled ? undefined : it.run}
  >
    ${
      // On an inner element: a tooltip of the button itself would be read out after its name.
      html`<span class="titled" title=${ifDefined(it.hint === undefined ? tooltip : undefined)}
        >${icon(it.icon)}${
          it.iconOnly
            ? nothing
            : html`<span
                class="action-label"
                data-alternatives=${ifDefined(it.alternatives?.join("\n"))}
                >${it.label}</span
              >`
        }</span
      >`
    }
  </button>`;
}

/** Renders "3 changes since 12 Nov", a button that shows the changes of the structure. */
export function structureChangesButton(
  text: string | undefined,
  run: () => void,
): TemplateResult | typeof nothing {
  return text === undefined
    ? nothing
    : action({
        ...{ icon: "diff", label: text, hint: t("Show Structure Changes") },
        ...{ className: "news", run },
      });
}

/** Renders a push button; the primary one of a group is not `secondary`. */
export function button(label: string, run: () => void, secondary = false): TemplateResult {
  return html`<button type="button" class="button ${secondary ? "secondary" : ""}" @click=${run}>
    ${label}
  </button>`;
}

/** Renders a time for people, with the service's own text as the tooltip. */
export function time(text: string, withSeconds = false): TemplateResult {
  return html`<time title=${text}>${formatTime(text, withSeconds)}</time>`;
}
