import { html, nothing, type TemplateResult } from "lit";
import { icon } from "./controls.ts";
import { t } from "./l10n.ts";
import { LightElement, reactive } from "./lightElement.ts";
import { listTarget } from "./listKeys.ts";

export interface MenuItem {
  readonly label: string;
  readonly shortcut?: string;
  readonly disabled?: boolean;
  /** Only for items that can be switched on and off. */
  readonly checked?: boolean;
  /** True if a separator precedes the item. */
  readonly separated?: boolean;
  /** Shown only if the toolbar has no room for the item's button. */
  readonly whenNarrow?: boolean;
  /** @param done must be called when something was copied: the menu's button shows a check mark for a moment */
  readonly run: (done: () => void) => void;
}

/** Distance between the menu and the edges of the panel, in CSS pixels. */
const margin = 8;
/** Time for which the check mark is shown, in milliseconds. */
const toldFor = 1500;

/** The "…" menu, as at the end of VS Code's toolbars; with an icon, a menu behind a button with that label. */
export class OverflowMenu extends LightElement {
  static override properties = reactive("items", "label", "icon", "open", "isDone");

  declare items: readonly MenuItem[];
  /** Default: "More Actions". */
  declare label: string | undefined;
  /** A codicon, beside which the label is shown. Default: an ellipsis alone. */
  declare icon: string | undefined;
  declare private open: boolean;
  declare private isDone: boolean;
  #timer: number | undefined;

  constructor() {
    super();
    this.items = [];
    this.open = false;
    this.isDone = false;
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget))) {
        this.open = false;
      }
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follow(false);
    clearTimeout(this.#timer);
    this.isDone = false;
  }

  protected override updated(): void {
    this.#follow(this.open);
    this.#place();
    if (this.open && !this.querySelector(".menu")?.contains(document.activeElement)) {
      this.#entries()[0]?.focus();
    }
  }

  protected override render(): TemplateResult {
    const label = this.label ?? t("More Actions");
    return html`<button
        type="button"
        class="action menu-button"
        aria-haspopup="menu"
        aria-expanded=${this.open}
        aria-label=${label}
        @click=${() => {
          this.open = !this.open;
        }}
      >
        <span class="titled" title=${label}
          >${icon(this.isDone ? "check" : (this.icon ?? "ellipsis"))}${
            this.icon === undefined ? nothing : html`<span class="action-label">${label}</span>`
          }</span
        >
      </button>
      ${
        this.open
          ? html`<div class="menu" role="menu" aria-label=${label}>
              ${this.items.map((it) => this.#item(it))}
            </div>`
          : nothing
      }`;
  }

  #item(it: MenuItem): TemplateResult {
    return html`${
        it.separated
          ? html`<div
              class="menu-line ${it.whenNarrow ? "when-narrow" : ""}"
              role="separator"
            ></div>`
          : nothing
      }
      <button
        type="button"
        role=${it.checked === undefined ? "menuitem" : "menuitemcheckbox"}
        aria-checked=${it.checked ?? nothing}
        class="menu-item ${it.whenNarrow ? "when-narrow" : ""}"
        tabindex="-1"
        aria-disabled=${it.disabled ? "true" : nothing}
        aria-keyshortcuts=${it.shortcut ?? nothing}
        @click=${() => {
          if (!it.disabled) {
            this.#close();
            it.run(() => this.#tellDone());
          }
        }}
      >
        <span>${it.checked ? icon("check") : nothing}${it.label}</span
        ><span class="menu-key quiet" aria-hidden="true">${it.shortcut}</span>
      </button>`;
  }

  /** Keeps the menu at its button while things around it scroll. */
  #follow(isOpen: boolean): void {
    window.removeEventListener("scroll", this.#place, true);
    window.removeEventListener("resize", this.#place);
    if (isOpen) {
      window.addEventListener("scroll", this.#place, true);
      window.addEventListener("resize", this.#place);
    }
  }

  /**
   * Places the menu below the button, or above if there is more room, and limits its height to that room. Its position is
   * fixed, so no scroll container clips it.
   */
  readonly #place = (): void => {
    const menu = this.querySelector<HTMLElement>(".menu");
    const button = this.querySelector(".menu-button")?.getBoundingClientRect();
    if (!menu || !button) {
      return;
    }
    const { clientWidth, clientHeight } = document.documentElement;
    const [above, below] = [button.top - margin, clientHeight - button.bottom - margin];
    const isBelow = below >= above || menu.scrollHeight <= below;
    const { style } = menu;
    style.right = `${clientWidth - button.right}px`;
    style.top = isBelow ? `${button.bottom}px` : "auto";
    style.bottom = isBelow ? "auto" : `${clientHeight - button.top}px`;
    style.maxHeight = `${isBelow ? below : above}px`;
  };

  /** Shows a check mark, as VS Code's copy buttons do. */
  #tellDone(): void {
    clearTimeout(this.#timer);
    this.isDone = true;
    this.#timer = window.setTimeout(() => {
      this.isDone = false;
    }, toldFor);
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
    const to = listTarget(event.key, at, entries.length, { wraps: true });
    if (to !== undefined) {
      entries[to]?.focus();
    } else if (event.key === "Escape") {
      this.#close();
    } else if (event.key === "Tab") {
      this.open = false;
      return;
    } else if (event.key === "Enter" || event.key === " ") {
      // Leave the key to the button, which turns it into a click.
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define("overflow-menu", OverflowMenu);
