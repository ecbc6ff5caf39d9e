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
  /** Labels that may take this one's place: the button is as wide as the widest of them. */
  readonly alternatives?: readonly string[];
  /** As in aria-keyshortcuts; shown in the tooltip. */
  readonly shortcut?: string;
  /** What it does, in the tooltip. */
  readonly hint?: string;
  /** Keeps the focus, as while loading a button may be disabled under the finger. */
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly className?: string;
  /** Buttons inside a grid are reached by its arrow keys. */
  readonly tabIndex?: 0 | -1;
  readonly run: () => void;
}

/** A button as VS Code's toolbars have them: flat, with a codicon. */
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
      // Inside: a button's own tooltip is read out behind its name.
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

/** "3 changes since 12 Nov": leads to what has changed in the structure. */
export function news(text: string | undefined, run: () => void): TemplateResult | typeof nothing {
  return text === undefined
    ? nothing
    : action({
        ...{ icon: "diff", label: text, hint: t("Show Structure Changes") },
        ...{ className: "news", run },
      });
}

/** A push button; the first of a group stands out. */
export function button(label: string, run: () => void, secondary = false): TemplateResult {
  return html`<button type="button" class="button ${secondary ? "secondary" : ""}" @click=${run}>
    ${label}
  </button>`;
}

/** A time as a person reads it, with the service's own text at hand. */
export function time(text: string, withSeconds = false): TemplateResult {
  return html`<time title=${text}>${formatTime(text, withSeconds)}</time>`;
}
