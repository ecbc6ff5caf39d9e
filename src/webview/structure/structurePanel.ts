import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import type { StructureRequests } from "../../messages/requests/structure.ts";
import type { StructureContent, StructureState } from "../../messages/structure.ts";
import { columnKey } from "../../model/grid.ts";
import type { Question } from "../../model/survey.ts";
import { t, useLocale } from "../shared/l10n.ts";
import { whenFocused } from "../shared/focus.ts";
import { LightElement, reactive } from "../shared/lightElement.ts";
import { blank, errorBanner, failure, type ErrorActions } from "../shared/states.ts";
import { tabs } from "../shared/tabs.ts";
import type { PanelConnection } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import "./codebook/codebookElement.ts";
import type { CodebookElement, CodebookOwner } from "./codebook/codebookElement.ts";
import { anchorOf, documentOf, type SurveyDocument } from "./document.ts";
import { header } from "./header.ts";
import "./outline.ts";
import { type StructureOutline, outlinePlace } from "./outline.ts";
import { questionSection, type QuestionPlace } from "./questionnaire.ts";
import { ScrollMarker } from "./scrollMarker.ts";
import { tableSection } from "./tables.ts";
import {
  decodeView,
  structureTabs,
  tabName,
  type StructureTab,
  type StructureView,
} from "./view.ts";

/** Id of the element that shows the tab's content. */
const tabBody = "structure-body";

/** The structure of a survey, in tabs. Lives as long as its document. */
export class StructurePanel extends LightElement {
  static override properties = reactive("state", "outlineOpen", "current");

  declare state: StructureState | undefined;
  /** No property, because it changes with each frame of scrolling: `requestUpdate` is called where it has to be rendered. */
  private view: StructureView = decodeView(undefined);
  /** Only relevant if the panel is too narrow for the outline beside the questionnaire. */
  declare private outlineOpen: boolean;
  declare private current: string | undefined;
  readonly #host: PanelConnection<StructureRequests>;
  readonly #waiting = new Waiting(this, () => this.#host.send("cancel"));
  readonly #page = createRef<HTMLElement>();
  readonly #outline = createRef<StructureOutline>();
  readonly #codebook = createRef<CodebookElement>();
  readonly #remedies: ErrorActions = {
    retry: () => this.#host.send("refresh"),
    signIn: (to) => this.#host.send(to),
  };
  readonly #marker = new ScrollMarker(
    () => this.#page.value,
    (key, scrollTop) => {
      if (this.view.tab === "questionnaire") {
        this.current = key;
        this.#keep({ ...this.view, scrollTop });
      }
    },
  );
  #document: SurveyDocument | undefined;
  /** The tab whose scroll position was restored. */
  #restored: StructureTab | undefined;
  /** Tabs that were opened: each is rendered once it is opened, and stays. */
  readonly #drawn = new Set<StructureTab>();
  /** Number of the last target. */
  #revealed = 0;

  constructor(host: PanelConnection<StructureRequests>) {
    super();
    this.#host = host;
    this.outlineOpen = false;
    document.addEventListener("keydown", this.#onKey);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { state } = this;
    if (!state || !changed.has("state")) {
      return;
    }
    useLocale(state.locale);
    this.#waiting.active = state.loading;
    document.title = state.title;
    if (changed.get("state") === undefined) {
      this.view = decodeView(this.#host.savedView(state.subject));
      this.#keep(this.view);
    }
    this.#document = state.content && documentOf(state.content.survey, this.#document);
  }

  protected override updated(): void {
    const { tab, scrollTop } = this.view;
    if (this.#restored !== tab && this.state?.content && this.#page.value) {
      this.#restored = tab;
      if (tab === "questionnaire") {
        this.#page.value.scrollTop = scrollTop;
        this.#marker.mark();
      }
    }
    this.#reveal();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this;
    if (!state) {
      return nothing;
    }
    return html`
      ${this.#waiting.bar()}
      ${header({
        state,
        hasOutline: this.view.tab === "questionnaire",
        outlineShown: this.outlineOpen,
        waiting: this.#waiting.note(t("Loading the structure…")),
        send: this.#host.send,
        toggleOutline: this.#toggleOutline,
      })}
      ${
        state.error && state.content
          ? errorBanner(t("The structure could not be refreshed."), state.error, this.#remedies)
          : nothing
      }
      ${
        state.content && this.#document
          ? this.#body(state.content, this.#document)
          : html`<main class="page">${this.#empty(state)}</main>`
      }
    `;
  }

  #empty(state: StructureState): unknown {
    if (state.error && !state.loading) {
      return failure(t("The structure could not be loaded"), state.error, this.#remedies);
    }
    return state.loading
      ? nothing
      : blank(t("Nothing has been loaded."), undefined, {
          label: t("Refresh"),
          run: () => this.#host.send("refresh"),
        });
  }

  #body(content: StructureContent, it: SurveyDocument): TemplateResult {
    const { tab } = this.view;
    this.#drawn.add(tab);
    return html`<main class="body-place">
        <div class="body" id=${tabBody} role="tabpanel" aria-label=${tabName(tab)}>
          ${this.#drawn.has("questionnaire") ? this.#questionnaire(content, it) : nothing}
          ${this.#drawn.has("codebook") ? this.#codebookTable(it) : nothing}
        </div>
      </main>
      <footer class="foot">
        ${tabs({
          all: structureTabs,
          current: tab,
          body: tabBody,
          nameOf: tabName,
          select: this.#select,
        })}
      </footer>`;
  }

  #questionnaire(content: StructureContent, it: SurveyDocument): TemplateResult {
    const { sections, entries, folded } = it;
    const drawing = {
      current: this.current,
      folded,
      lead: this.#leadFrom,
      unfold: (key: string) => {
        folded.delete(key);
        this.requestUpdate();
        // The button that had the focus is gone.
        void this.updateComplete.then(() =>
          document.getElementById(anchorOf(key))?.focus({ preventScroll: true }),
        );
      },
    };
    const isHidden = this.view.tab !== "questionnaire";
    const outline = html`<structure-outline
      ${ref(this.#outline)}
      .sections=${sections}
      .entries=${entries}
      .current=${this.current}
      .choose=${this.#choose}
    ></structure-outline>`;
    const place = {
      isOpen: this.outlineOpen,
      isHidden,
      width: this.view.outlineWidth,
      resize: (outlineWidth: number) => {
        this.#keep({ ...this.view, outlineWidth });
        this.requestUpdate();
      },
    };
    return html`${outlinePlace(place, outline)}
      <div
        class="page questionnaire"
        role="group"
        tabindex="0"
        aria-label=${t("Questionnaire")}
        ?hidden=${isHidden}
        ${ref(this.#page)}
        @scroll=${this.#marker.scrolled}
        @scrollend=${this.#marker.settled}
      >
        ${sections.map((section) =>
          section.kind === "block" || section.kind === "unblocked"
            ? questionSection(section, drawing)
            : tableSection(section, content, this.#host.send),
        )}
      </div>`;
  }

  #codebookTable({ survey, entries }: SurveyDocument): TemplateResult {
    const isHidden = this.view.tab !== "codebook";
    return html`<div class="codebook" ?hidden=${isHidden}>
      <structure-codebook
        ${ref(this.#codebook)}
        .owner=${this.#codebookOwner}
        .start=${this.view.codebook}
        .entries=${entries()}
        .survey=${survey}
      ></structure-codebook>
    </div>`;
  }

  #keep(view: StructureView): void {
    this.view = view;
    if (this.state) {
      this.#host.saveState({ subject: this.state.subject, view });
    }
  }

  readonly #codebookOwner: CodebookOwner = {
    keep: (codebook) => this.#keep({ ...this.view, codebook }),
    lead: (place, { name, question }) => {
      if (place === "questionnaire") {
        this.#showInQuestionnaire(question);
      } else {
        this.#openResponses(question ? name : columnKey({ kind: "embedded", name }), place);
      }
    },
    copy: (text) => this.#host.send("copy", { text }),
  };

  /** Follows a button of a question in the questionnaire. */
  readonly #leadFrom = (place: QuestionPlace, question: Question): void => {
    if (place === "codebook") {
      const entry = this.#document?.entryOf(question);
      this.#select("codebook");
      void this.updateComplete.then(() => entry && this.#codebook.value?.reveal(entry));
    } else if (place === "link") {
      this.#host.send("copyLink", { question: question.name });
    } else {
      this.#openResponses(question.name, place);
    }
  };

  #openResponses(question: string, place: "responses" | "summary"): void {
    const view = place === "summary" ? "summary" : "table";
    this.#host.send("openResponses", { question, view });
  }

  /** @param question undefined for the embedded data */
  #showInQuestionnaire(question: Question | undefined): void {
    const key = question && this.#document?.keyOf((it) => it === question);
    this.#select("questionnaire");
    void this.updateComplete.then(() => this.#choose(key ?? "embedded"));
  }

  readonly #select = (tab: StructureTab): void => {
    this.#keep({ ...this.view, tab });
    this.requestUpdate();
  };

  /** Goes to the question that the host names. */
  #reveal(): void {
    const { reveal, content } = this.state ?? {};
    if (!reveal || !content || reveal.number === this.#revealed) {
      return;
    }
    if (this.view.tab !== "questionnaire") {
      this.#select("questionnaire");
      return;
    }
    this.#revealed = reveal.number;
    const key = this.#document?.keyOf((it) => it.name === reveal.question);
    const heading = key === undefined ? undefined : this.#goTo(key);
    if (heading) {
      whenFocused(() => heading.focus({ preventScroll: true }));
    }
    this.#host.send("revealed", { number: reveal.number });
  }

  #goTo(key: string): HTMLElement | null {
    this.current = key;
    const heading = document.getElementById(anchorOf(key));
    if (heading) {
      this.#marker.goTo(heading.closest("[data-key]") ?? heading);
    }
    return heading;
  }

  readonly #toggleOutline = (): void => {
    this.outlineOpen = !this.outlineOpen;
    if (this.outlineOpen) {
      void this.updateComplete.then(() => this.#outline.value?.focusFilter());
    }
  };

  readonly #choose = (key: string): void => {
    this.outlineOpen = false;
    this.#goTo(key)?.focus({ preventScroll: true });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const find = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f";
    if (find && this.view.tab === "codebook") {
      event.preventDefault();
      this.#codebook.value?.focusSearch();
    } else if (find && this.#outline.value) {
      event.preventDefault();
      this.outlineOpen = true;
      void this.updateComplete.then(() => this.#outline.value?.focusFilter());
    } else if (event.key === "Escape" && !event.isComposing && this.outlineOpen) {
      this.outlineOpen = false;
      this.querySelector<HTMLElement>(".outline-toggle")?.focus();
    }
  };
}

customElements.define("structure-panel", StructurePanel);
