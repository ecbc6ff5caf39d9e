import { html, nothing, type TemplateResult } from "lit";
import { icon } from "./controls.ts";
import { t } from "./l10n.ts";
import { LightElement } from "./lightElement.ts";

export interface MenuItem {
  readonly label: string;
  readonly shortcut?: string;
  readonly disabled?: boolean;
  /** Begins a group. */
  readonly separated?: boolean;
  /** Shown only where the toolbar has no room for its button. */
  readonly whenNarrow?: boolean;
  readonly run: () => void;
}

/** The menu behind the three dots, as at the end of VS Code's toolbars. */
export class OverflowMenu extends LightElement {
  static override properties = { items: { attribute: false }, open: { state: true } };

  declare items: readonly MenuItem[];
  declare private open: boolean;

  constructor() {
    super();
    this.items = [];
    this.open = false;
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget))) {
        this.open = false;
      }
    });
  }

  protected override updated(): void {
    if (this.open && !this.querySelector(".menu")?.contains(document.activeElement)) {
      this.#entries()[0]?.focus();
    }
  }

  protected override render(): TemplateResult {
    return html`<button
        type="button"
        class="action menu-button"
        aria-haspopup="menu"
        aria-expanded=${this.open}
        aria-label=${t("More actions")}
        title=${t("More actions")}
        @click=${() => {
          this.open = !this.open;
        }}
      >
        ${icon("ellipsis")}
      </button>
      ${
        this.open
          ? html`<div class="menu" role="menu" aria-label=${t("More actions")}>
              ${this.items.map((it) => this.#item(it))}
            </div>`
          : nothing
      }`;
  }

  #item(it: MenuItem): TemplateResult {
    return html`${it.separated ? html`<div class="menu-line" role="separator"></div>` : nothing}
      <button
        type="button"
        role="menuitem"
        class="menu-item ${it.whenNarrow ? "when-narrow" : ""}"
        tabindex="-1"
        aria-disabled=${it.disabled ? "true" : nothing}
        aria-keyshortcuts=${it.shortcut ?? nothing}
        @click=${() => {
          if (!it.disabled) {
            this.#close();
            it.run();
          }
        }}
      >
        <span>${it.label}</span
        ><span class="menu-key quiet" aria-hidden="true">${it.shortcut}</span>
      </button>`;
  }

  #entries(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(".menu-item")].filter((it) =>
      it.checkVisibility(),
    );
  }

  #close(): void {
    this.open = false;
    this.querySelector<HTMLElement>(".menu-button")?.focus();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.open) {
      return;
    }
    const entries = this.#entries();
    const at = entries.findIndex((it) => it === document.activeElement);
    const to = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at + entries.length - 1) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }[event.key];
    if (to !== undefined) {
      entries[to]?.focus();
    } else if (event.key === "Escape") {
      this.#close();
    } else if (event.key === "Tab") {
      this.open = false;
      return;
    } else if (event.key === "Enter" || event.key === " ") {
      // The button's own click.
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define("overflow-menu", OverflowMenu);
