import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { repeat } from "lit/directives/repeat.js";
import { lazy } from "../../model/lazy.ts";
import { icon } from "../shared/controls.ts";
import { t, sayCount } from "../shared/l10n.ts";
import { enteredText, LightElement, reactive } from "../shared/lightElement.ts";
import { listTarget } from "../shared/listKeys.ts";
import type { CodebookEntry } from "./codebook/codebook.ts";
import type { Section } from "./document.ts";
import { questionCount } from "./counts.ts";
import {
  outlineItems,
  typedAhead,
  type FoundOption,
  type OutlineItem,
  type OutlineView,
} from "./outlineItems.ts";
import { sash } from "../shared/sash.ts";
import { outlineLimits } from "./view.ts";

/** Keys typed within this time belong to one word, in milliseconds. */
const typeaheadPause = 800;

export class StructureOutline extends LightElement {
  static override properties = reactive("sections", "current", "filter", "collapsed", "focused");

  declare sections: readonly Section[];
  /** Codebook entries of the same survey. */
  declare entries: () => readonly CodebookEntry[];
  declare current: string | undefined;
  declare choose: (key: string) => void;
  declare private filter: string;
  declare private collapsed: ReadonlySet<string>;
  declare private focused: string | undefined;
  #view: OutlineView = { items: [], matches: 0 };
  #typed = { text: "", at: 0 };
  #moveFocus = false;

  constructor() {
    super();
    this.sections = [];
    this.entries = () => [];
    this.filter = "";
    this.collapsed = new Set();
  }

  focusFilter(): void {
    const field = this.querySelector("input");
    field?.focus();
    field?.select();
  }

  protected override willUpdate(): void {
    const options = lazy(
      () => new Map(this.entries().map((it) => [it.question, it.options] as const)),
    );
    this.#view = outlineItems(
      this.sections,
      this.filter,
      this.collapsed,
      (question) => options().get(question) ?? [],
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.#moveFocus) {
      this.#moveFocus = false;
      this.#element(this.#tabStop())?.focus();
    } else if (changed.has("current") && !this.contains(document.activeElement)) {
      this.#reveal(this.#element(this.#currentItem()?.key));
    }
  }

  protected override render(): TemplateResult {
    return html`
      <div class="outline-filter">
        <input
          type="search"
          class="input"
          placeholder=${t("Filter questions")}
          aria-label=${t("Filter questions")}
          aria-keyshortcuts="Control+F"
          title=${t("Filter by name, text or option ({0})", "Ctrl+F")}
          .value=${this.filter}
          @input=${this.#onFilter}
          @keydown=${this.#onFilterKey}
        />
        <span class="outline-count quiet" role="status"
          >${this.filter === "" ? nothing : questionCount(this.#view.matches)}</span
        >
      </div>
      ${
        this.#view.items.length === 0
          ? html`<p class="outline-none quiet">${t("No question matches")}</p>`
          : html`<ul role="tree" class="tree" aria-label=${t("Outline")} @keydown=${this.#onKey}>
              ${repeat(
                this.#view.items,
                (item) => item.key,
                (item) => this.#line(item),
              )}
            </ul>`
      }
    `;
  }

  #line(item: OutlineItem): TemplateResult {
    const current = this.#currentItem()?.key === item.key;
    return html`<li
      role="treeitem"
      class="tree-item level-${item.level} ${item.found ? "with-option" : ""}"
      data-key=${item.key}
      aria-level=${item.level}
      aria-posinset=${item.position}
      aria-setsize=${item.size}
      aria-expanded=${ifDefined(item.expanded)}
      aria-current=${ifDefined(current ? "true" : undefined)}
      tabindex=${this.#tabStop() === item.key ? 0 : -1}
      @click=${() => this.#clicked(item)}
    >
      <span class="twistie" @click=${(event: Event) => this.#twist(event, item)}>
        ${
          item.expanded === undefined
            ? nothing
            : icon(item.expanded ? "chevron-down" : "chevron-right")
        }
      </span>
      <span
        class="titled"
        title=${item.name === undefined ? item.text : `${item.name} ${item.text}`}
      >
        ${item.name === undefined ? nothing : html`<span class="code">${item.name}</span>`}
        <span class="tree-text">${item.text}</span>
      </span>
      ${item.found ? foundOption(item.found) : nothing}
    </li>`;
  }

  /** Returns the current question's item, or its block's if that is collapsed. */
  #currentItem(): OutlineItem | undefined {
    const { items } = this.#view;
    const current = this.current;
    if (current === undefined) {
      return undefined;
    }
    return (
      items.find((it) => it.key === current) ??
      items.find((it) => it.level === 1 && current.startsWith(`${it.key}-`))
    );
  }

  #tabStop(): string | undefined {
    const { items } = this.#view;
    const focused = items.find((it) => it.key === this.focused);
    return (focused ?? this.#currentItem() ?? items[0])?.key;
  }

  #element(key: string | undefined): HTMLElement | null {
    return key === undefined ? null : this.querySelector(`[data-key="${CSS.escape(key)}"]`);
  }

  /** Scrolls a line into sight. Not by scrollIntoView, which would also make the next Tab start from there. */
  #reveal(line: HTMLElement | null): void {
    const tree = line?.parentElement;
    if (!line || !tree) {
      return;
    }
    const above = line.offsetTop - tree.offsetTop;
    const below = above + line.offsetHeight - tree.clientHeight;
    tree.scrollTop = Math.min(above, Math.max(below, tree.scrollTop));
  }

  #focus(item: OutlineItem | undefined): void {
    if (item) {
      this.focused = item.key;
      this.#moveFocus = true;
      // The tab stop may be the item already, while the focus is elsewhere.
      this.requestUpdate();
    }
  }

  #clicked(item: OutlineItem): void {
    this.focused = item.key;
    this.choose(item.key);
  }

  #twist(event: Event, item: OutlineItem): void {
    if (item.expanded !== undefined) {
      event.stopPropagation();
      this.#setExpanded(item, !item.expanded);
    }
  }

  #setExpanded(item: OutlineItem, expanded: boolean): void {
    const collapsed = new Set(this.collapsed);
    if (expanded) {
      collapsed.delete(item.key);
    } else {
      collapsed.add(item.key);
    }
    this.collapsed = collapsed;
    this.#focus(item);
  }

  readonly #onFilter = (event: Event): void => {
    this.filter = enteredText(event);
  };

  readonly #onFilterKey = (event: KeyboardEvent): void => {
    if (event.isComposing) {
      return;
    }
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      const { items } = this.#view;
      this.#focus(this.filter === "" ? items[0] : (items.find((it) => it.level === 2) ?? items[0]));
    } else if (event.key === "Escape" && this.filter !== "") {
      event.preventDefault();
      event.stopPropagation();
      this.filter = "";
    }
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { items } = this.#view;
    const index = items.findIndex((it) => it.key === this.#tabStop());
    const item = items[index];
    if (!item || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (this.#moved(event.key, index) || this.#acted(event.key, item)) {
      event.preventDefault();
    } else if (event.key.length === 1 && event.key !== "/") {
      this.#typeAhead(event, index);
    }
  };

  #moved(key: string, index: number): boolean {
    const { items } = this.#view;
    const to = listTarget(key, index, items.length);
    this.#focus(to === undefined ? undefined : items[to]);
    return to !== undefined;
  }

  #acted(key: string, item: OutlineItem): boolean {
    switch (key) {
      case "Enter":
      case " ":
        this.choose(item.key);
        return true;
      case "ArrowRight":
        if (item.expanded === false) {
          this.#setExpanded(item, true);
        } else if (item.expanded) {
          this.#focus(this.#view.items[this.#view.items.indexOf(item) + 1]);
        }
        return true;
      case "ArrowLeft":
        if (item.expanded && this.filter === "") {
          this.#setExpanded(item, false);
        } else {
          this.#focus(this.#view.items.find((it) => it.key === item.parent));
        }
        return true;
      default:
        return false;
    }
  }

  #typeAhead(event: KeyboardEvent, index: number): void {
    const goesOn = event.timeStamp - this.#typed.at < typeaheadPause;
    const text = goesOn ? this.#typed.text + event.key : event.key;
    this.#typed = { text, at: event.timeStamp };
    this.#focus(typedAhead(this.#view.items, goesOn ? index : index + 1, text));
  }
}

/** Renders the matching option below its question. */
function foundOption({ code, label, others }: FoundOption): TemplateResult {
  return html`<span class="tree-option" title=${`${code} ${label}`}>
    <span class="visually-hidden">${t("Option")}</span>
    <span class="code">${code}</span>
    <span class="tree-text">${label}</span>
    ${
      others === 0
        ? nothing
        : html`<span class="quiet"
            >${sayCount(others, { one: "and {0} more", other: "and {0} more" })}</span
          >`
    }
  </span>`;
}

export interface OutlinePlace {
  /** Only relevant if the panel is too narrow for the outline beside the questionnaire. */
  readonly isOpen: boolean;
  readonly isHidden: boolean;
  /** In CSS pixels. */
  readonly width: number;
  readonly resize: (width: number) => void;
}

/** Renders the place of the outline beside the questionnaire, in the width that the person chose. */
export function outlinePlace(
  { isOpen, isHidden, width, resize }: OutlinePlace,
  outline: TemplateResult,
): TemplateResult {
  return html`<nav
    id="outline"
    class="outline ${isOpen ? "open" : ""}"
    aria-label=${t("Outline")}
    ?hidden=${isHidden}
    .style=${`--outline-width: ${width}px`}
  >
    ${outline}
    ${sash({
      ...outlineLimits,
      label: t("Width of the outline"),
      className: "outline-sash",
      value: width,
      direction: 1,
      tabIndex: 0,
      resize,
    })}
  </nav>`;
}

customElements.define("structure-outline", StructureOutline);
