import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { folded, formatNumber, t } from "../../shared/l10n.ts";
import { enteredText, LightElement, reactive } from "../../shared/lightElement.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { matchesColumn, type GridColumn } from "../cells.ts";
import { columnTitle } from "../filter/filterParts.ts";
import { columnGroups } from "../grid/columnGroups.ts";

/** Limit of listed columns; to find others, people type a part of the name. */
const maxListed = 200;

/** Answers come before data that describe the response. */
const kinds = ["variable", "embedded", "metadata"] as const;

let count = 0;

/** A field with a list of columns under it, like VS Code's quick pick: the arrow keys choose, Enter accepts. */
export class ColumnPicker extends LightElement {
  static override properties = reactive("columns", "version", "text", "active");

  declare columns: readonly GridColumn[];
  declare version: ApiVersion;
  declare choose: (key: string) => void;
  declare cancel: () => void;
  declare private text: string;
  declare private active: number;
  /** Beginning of the ids of its elements, because the filter and the summary may show one each. */
  readonly #id = `picker-${count++}`;

  constructor() {
    super();
    this.columns = [];
    this.text = "";
    this.active = 0;
  }

  protected override updated(now: PropertyValues): void {
    if (now.has("active")) {
      this.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    }
  }

  protected override render(): TemplateResult {
    const found = this.#found();
    const listed = found.slice(0, maxListed);
    return html`<div class="picker">
      <input
        class="input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        placeholder=${t("Find a question or field by name or text")}
        aria-label=${t("Column")}
        aria-expanded="true"
        aria-controls=${`${this.#id}-list`}
        aria-autocomplete="list"
        aria-activedescendant=${listed.length === 0 ? "" : this.#idOf(this.active)}
        .value=${this.text}
        @input=${this.#onInput}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, listed)}
      />
      <div id=${`${this.#id}-list`} class="picker-list" role="listbox" aria-label=${t("Columns")}>
        ${columnGroups(listed, (it) => it, this.version).map(
          ({ label, columns }) =>
            html`<div role="group" aria-label=${label}>
              <div class="picker-group quiet" aria-hidden="true">${label}</div>
              ${columns.map((it) => this.#option(it, listed.indexOf(it)))}
            </div>`,
        )}
      </div>
      ${found.length === 0 ? html`<p class="quiet" role="status">${t("No column found")}</p>` : nothing}
      ${
        found.length > listed.length
          ? html`<p class="quiet">
              ${t("{0} more: type a part of the name", formatNumber(found.length - listed.length))}
            </p>`
          : nothing
      }
    </div>`;
  }

  #option(column: GridColumn, index: number): TemplateResult {
    return html`<div
      id=${this.#idOf(index)}
      class="picker-option"
      role="option"
      aria-selected=${index === this.active}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.choose(column.key)}
    >
      <span class=${column.kind === "metadata" ? "" : "code"}>${columnTitle(column)}</span>
      ${column.kind === "metadata" ? nothing : html`<span class="quiet">${column.text}</span>`}
    </div>`;
  }

  #idOf(index: number): string {
    return `${this.#id}-${index}`;
  }

  #found(): GridColumn[] {
    const text = folded(this.text.trim());
    const found = this.columns.filter((it) => matchesColumn(it, text));
    return kinds.flatMap((kind) => found.filter((it) => it.kind === kind));
  }

  readonly #onInput = (event: Event): void => {
    this.text = enteredText(event);
    this.active = 0;
  };

  #onKey(event: KeyboardEvent, listed: readonly GridColumn[]): void {
    if (event.isComposing) {
      return;
    }
    const { active } = this;
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }[event.key];
    if (to !== undefined) {
      this.active = Math.max(0, Math.min(to, listed.length - 1));
    } else if (event.key === "Enter") {
      const column = listed[active];
      if (column) {
        this.choose(column.key);
      }
    } else if (event.key === "Escape") {
      this.cancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("column-picker", ColumnPicker);
