import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { longestCopy } from "../../../messages/panel.ts";
import type { Survey } from "../../../model/survey.ts";
import { action, icon } from "../../shared/controls.ts";
import { formatNumber, t, words } from "../../shared/l10n.ts";
import { enteredText, LightElement, reactive } from "../../shared/lightElement.ts";
import "../../shared/menu.ts";
import type { MenuItem } from "../../shared/menu.ts";
import { nextSort } from "../../shared/sorting.ts";
import { blank } from "../../shared/states.ts";
import { questionsNote } from "../document.ts";
import { fieldCount, optionCount, questionCount } from "../counts.ts";
import type { CodebookPlace } from "./cells.ts";
import type { CodebookColumn, CodebookEntry } from "./codebook.ts";
import "./codebookGrid.ts";
import type { CodebookGrid, GridOwner } from "./codebookGrid.ts";
import type { CodebookView, KeptCodebook, LinePlace } from "./codebookView.ts";
import { copied, type CodebookCopy } from "./copies.ts";
import { found, shownLines, sorted, type FoundEntry, type ShownLine } from "./shownLines.ts";

/** Callbacks of the codebook to the panel around it. */
export interface CodebookOwner {
  keep(kept: KeptCodebook): void;
  lead(place: CodebookPlace, entry: CodebookEntry): void;
  copy(text: string): void;
}

/** Questions, embedded data and their options as a table that can be searched, sorted and copied. */
export class CodebookElement extends LightElement implements GridOwner {
  static override properties = reactive("entries", "survey", "view", "closed", "said");

  /** In the order of the questionnaire. */
  declare entries: readonly CodebookEntry[];
  declare survey: Survey;
  /** The view as it was saved, which is shown first. */
  declare start: KeptCodebook;
  declare owner: CodebookOwner;
  declare private view: CodebookView;
  /** Keys of entries whose options match the search, but were hidden by the person. */
  declare private closed: ReadonlySet<string>;
  declare private said: string;
  /** No property, because the grid scrolls without rendering this element. */
  #place: LinePlace = { column: 0 };
  /** The view at the last update. */
  #shown: CodebookView | undefined;
  readonly #grid = createRef<CodebookGrid>();
  #sorted: readonly CodebookEntry[] = [];
  #found: readonly FoundEntry[] = [];
  #lines: readonly ShownLine[] = [];
  #turned: ReadonlySet<string> = new Set();
  /** Where the grid goes with the next update. */
  #goesTo: "place" | "line" | "top" | undefined = "place";

  constructor() {
    super();
    this.entries = [];
    this.closed = new Set();
    this.said = "";
  }

  focusSearch(): void {
    const field = this.querySelector("input");
    field?.focus();
    field?.select();
  }

  /** Shows an entry; clears the search if it does not match. */
  reveal(entry: CodebookEntry): void {
    if (!this.#found.some((it) => it.entry.key === entry.key)) {
      this.#changeView({ text: "" });
    }
    // The grid needs its new lines first.
    void this.updateComplete
      .then(() => this.#grid.value?.updateComplete)
      .then(() => this.#grid.value?.goTo(entry.key));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      const { place, ...view } = this.start;
      this.view = view;
      this.#place = place;
    }
    const before = this.#shown;
    this.#shown = this.view;
    const isOther = (name: keyof CodebookView): boolean => before?.[name] !== this.view[name];
    if (changed.has("entries") || isOther("sort")) {
      this.#sorted = sorted(this.entries, this.view.sort, words.locale);
    }
    if (changed.has("entries") || isOther("sort") || isOther("text")) {
      this.#found = found(this.#sorted, this.view.text);
    }
    if (changed.size > 0) {
      this.#turned = new Set(this.view.turned);
      this.#lines = shownLines(this.#found, (it) => this.#isOpen(it));
    }
    if (!this.#grid.value || this.#lines.length === 0) {
      this.#goesTo = "place";
    } else if (changed.has("entries")) {
      this.#goesTo = "line";
    } else if (isOther("sort") || isOther("text")) {
      this.#goesTo = "top";
    }
  }

  protected override updated(): void {
    const grid = this.#grid.value;
    if (!grid) {
      return;
    }
    if (this.#goesTo === "place") {
      grid.restore(this.#place);
    } else if (this.#goesTo !== undefined) {
      grid.scrollToLine(this.#goesTo === "line" ? this.#place.top : undefined);
    }
    this.#goesTo = undefined;
  }

  protected override render(): TemplateResult {
    const note = questionsNote(this.survey);
    return html`${this.#toolbar()}
    ${note === undefined ? nothing : html`<p class="codebook-note quiet">${note}</p>`}
    ${
      this.said === ""
        ? nothing
        : html`<p class="notice codebook-note" role="alert">${icon("warning")} ${this.said}</p>`
    }
    ${
      this.#lines.length === 0
        ? this.#nothing()
        : html`<codebook-grid
            ${ref(this.#grid)}
            .owner=${this}
            .lines=${this.#lines}
            .sort=${this.view.sort}
            .version=${this.survey.apiVersion}
            .hasBlocks=${this.#hasBlocks}
          ></codebook-grid>`
    }`;
  }

  get #hasBlocks(): boolean {
    return (this.survey.blocks?.length ?? 0) > 0;
  }

  #toolbar(): TemplateResult {
    const { isFolded, text } = this.view;
    return html`<div
      class="codebook-toolbar icons-when-narrow"
      role="group"
      aria-label=${t("Codebook")}
    >
      <input
        type="search"
        class="input"
        spellcheck="false"
        placeholder=${t("Find questions and options")}
        aria-label=${t("Find questions and options")}
        aria-keyshortcuts="Control+F"
        title=${t("Find by name, code, label, type, block or column ({0})", "Ctrl+F")}
        .value=${text}
        @input=${this.#onSearch}
        @keydown=${this.#onSearchKey}
      />
      <span class="codebook-count quiet" role="status">${this.#count()}</span>
      ${action({
        icon: isFolded ? "expand-all" : "collapse-all",
        label: isFolded ? t("Expand All") : t("Collapse All"),
        alternatives: [t("Expand All"), t("Collapse All")],
        run: () => this.#foldAll(!isFolded),
      })}
      <overflow-menu .items=${this.#copies()} .label=${t("Copy")} .icon=${"copy"}></overflow-menu>
    </div>`;
  }

  #count(): string {
    const questions = this.#found.filter((it) => it.entry.question).length;
    const fields = this.#found.length - questions;
    const options = this.#found.reduce((sum, it) => sum + it.options.length, 0);
    return [
      questionCount(questions),
      optionCount(options),
      ...(fields === 0 ? [] : [fieldCount(fields)]),
    ].join(" · ");
  }

  #copies(): MenuItem[] {
    const active = this.#grid.value?.activeLine?.entry ?? this.#found[0]?.entry;
    const whole = (format: CodebookCopy) => (done: () => void) =>
      this.#copy(this.#found, format, done);
    const one = (format: CodebookCopy) => (done: () => void) => {
      if (active) {
        this.#copy([{ entry: active, options: active.options }], format, done);
      }
    };
    const disabled = this.#found.length === 0;
    return [
      { label: t("Copy As Markdown"), disabled, run: whole("markdown") },
      { label: t("Copy As CSV"), disabled, run: whole("csv") },
      { label: t("Copy As CSV for Excel"), disabled, run: whole("excel") },
      ...(active
        ? [
            {
              label: t("Copy {0} As Markdown", active.name),
              separated: true,
              run: one("markdown"),
            },
            { label: t("Copy {0} As CSV", active.name), run: one("csv") },
          ]
        : []),
    ];
  }

  #nothing(): TemplateResult {
    return this.entries.length === 0
      ? blank(t("This survey has no questions and no embedded data."))
      : blank(t("No question or option matches."), undefined, {
          label: t("Clear Search"),
          run: () => {
            this.#changeView({ text: "" });
            this.focusSearch();
          },
        });
  }

  #isOpen({ entry, hasFound }: FoundEntry): boolean {
    return hasFound
      ? !this.closed.has(entry.key)
      : this.view.isFolded === this.#turned.has(entry.key);
  }

  #changeView(change: Partial<CodebookView>): void {
    this.view = { ...this.view, ...change };
    this.#keep();
  }

  #keep(): void {
    this.owner.keep({ ...this.view, place: this.#place });
  }

  moved(place: LinePlace): void {
    if (place.active !== this.#place.active) {
      // The menu offers to copy the active question.
      this.requestUpdate();
    }
    this.#place = place;
    this.#keep();
  }

  sortBy(column: CodebookColumn): void {
    this.#changeView({ sort: nextSort(this.view.sort, column) });
  }

  toggle({ entry }: ShownLine): void {
    const { key } = entry;
    if (this.#found.some((it) => it.entry.key === key && it.hasFound)) {
      this.closed = toggled(this.closed, key);
    } else {
      this.#changeView({ turned: [...toggled(this.#turned, key)] });
    }
  }

  lead(place: CodebookPlace, { entry }: ShownLine): void {
    this.owner.lead(place, entry);
  }

  copy(text: string): void {
    const isTooLong = text.length > longestCopy;
    this.said = isTooLong
      ? t(
          "This is longer than the {0} characters that can be copied. Search for less, or export the codebook.",
          formatNumber(longestCopy),
        )
      : "";
    if (!isTooLong) {
      this.owner.copy(text);
    }
  }

  #copy(
    entries: readonly Pick<FoundEntry, "entry" | "options">[],
    format: CodebookCopy,
    done: () => void,
  ): void {
    this.copy(copied(entries, format, this.survey.label, this.#hasBlocks));
    if (this.said === "") {
      done();
    }
  }

  #foldAll(isFolded: boolean): void {
    this.closed = new Set(isFolded ? this.#found.map((it) => it.entry.key) : []);
    this.#changeView({ isFolded, turned: [] });
  }

  readonly #onSearch = (event: Event): void => {
    this.closed = new Set();
    this.#changeView({ text: enteredText(event) });
  };

  readonly #onSearchKey = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.isComposing) {
      return;
    }
    const [first] = this.#lines;
    if ((key === "ArrowDown" || key === "Enter") && first) {
      event.preventDefault();
      if (this.view.text === "") {
        this.#grid.value?.focusCell();
      } else {
        this.#grid.value?.goTo(first.line.key);
      }
    } else if (key === "Escape" && this.view.text !== "") {
      event.preventDefault();
      event.stopPropagation();
      this.#changeView({ text: "" });
    }
  };
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = new Set(keys);
  if (!others.delete(key)) {
    others.add(key);
  }
  return others;
}

customElements.define("structure-codebook", CodebookElement);
