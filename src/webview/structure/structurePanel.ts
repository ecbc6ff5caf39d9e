import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import type { StructureRequests } from "../../messages/requests/structure.ts";
import type { StructureContent, StructureState } from "../../messages/structure.ts";
import { t, useLocale } from "../shared/l10n.ts";
import { LightElement } from "../shared/lightElement.ts";
import { sash } from "../shared/sash.ts";
import { blank, errorBanner, failure, type ErrorActions } from "../shared/states.ts";
import type { PanelHost } from "../shared/vscodeApi.ts";
import { Waiting } from "../shared/waiting.ts";
import { anchorOf, sectionsOf, type Section } from "./document.ts";
import { header } from "./header.ts";
import "./outline.ts";
import type { StructureOutline } from "./outline.ts";
import { questionSection } from "./questionnaire.ts";
import { ScrollMarker } from "./scrollMarker.ts";
import { tableSection } from "./tables.ts";
import { decodeView, outlineLimits, type StructureView } from "./view.ts";

export class StructurePanel extends LightElement {
  static override properties = {
    state: { attribute: false },
    view: { state: true },
    outlineOpen: { state: true },
    current: { state: true },
  };

  declare state: StructureState | undefined;
  declare private view: StructureView;
  /** Matters only where the panel is too narrow for the outline to stand beside the questionnaire. */
  declare private outlineOpen: boolean;
  declare private current: string | undefined;
  readonly #host: PanelHost<StructureRequests>;
  readonly #waiting = new Waiting(this, () => this.#host.send("cancel"));
  readonly #page = createRef<HTMLElement>();
  readonly #outline = createRef<StructureOutline>();
  readonly #remedies: ErrorActions = {
    retry: () => this.#host.send("refresh"),
    signIn: (to) => this.#host.send(to),
  };
  readonly #marker = new ScrollMarker(
    () => this.#page.value,
    (key, scrollTop) => {
      this.current = key;
      this.#keep({ ...this.view, scrollTop });
    },
  );
  #sections: readonly Section[] = [];
  #restored = false;

  constructor(host: PanelHost<StructureRequests>) {
    super();
    this.#host = host;
    this.outlineOpen = false;
    this.view = decodeView(undefined);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#onKey);
    super.disconnectedCallback();
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
      this.view = decodeView(this.#host.keptView(state.subject));
      this.#keep(this.view);
    }
    this.#sections = state.content ? sectionsOf(state.content) : [];
  }

  protected override updated(): void {
    if (!this.#restored && this.state?.content && this.#page.value) {
      this.#restored = true;
      this.#page.value.scrollTop = this.view.scrollTop;
      this.#marker.mark();
    }
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
      ${state.content ? this.#body(state.content) : html`<main class="page">${this.#empty(state)}</main>`}
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

  #body(content: StructureContent): TemplateResult {
    return html`<div class="body">
      <nav
        id="outline"
        class="outline ${this.outlineOpen ? "open" : ""}"
        aria-label=${t("Outline")}
        .style=${`--outline-width: ${this.view.outlineWidth}px`}
      >
        <structure-outline
          ${ref(this.#outline)}
          .sections=${this.#sections}
          .current=${this.current}
          .choose=${this.#choose}
        ></structure-outline>
        ${sash({
          label: t("Width of the outline"),
          className: "outline-sash",
          value: this.view.outlineWidth,
          minimum: outlineLimits.minimum,
          maximum: outlineLimits.maximum,
          direction: 1,
          tabIndex: 0,
          resize: (outlineWidth) => this.#keep({ ...this.view, outlineWidth }),
        })}
      </nav>
      <main
        class="page questionnaire"
        tabindex="0"
        aria-label=${t("Questionnaire")}
        ${ref(this.#page)}
        @scroll=${this.#marker.scrolled}
        @scrollend=${this.#marker.settled}
      >
        ${this.#sections.map((section) =>
          section.kind === "block" || section.kind === "unblocked"
            ? questionSection(section)
            : tableSection(section, content, this.#host.send),
        )}
      </main>
    </div>`;
  }

  #keep(view: StructureView): void {
    this.view = view;
    if (this.state) {
      this.#host.keep({ subject: this.state.subject, view });
    }
  }

  readonly #toggleOutline = (): void => {
    this.outlineOpen = !this.outlineOpen;
    if (this.outlineOpen) {
      void this.updateComplete.then(() => this.#outline.value?.focusFilter());
    }
  };

  readonly #choose = (key: string): void => {
    this.outlineOpen = false;
    this.current = key;
    const heading = document.getElementById(anchorOf(key));
    if (heading) {
      this.#marker.goTo(heading.closest("[data-key]") ?? heading);
      heading.focus({ preventScroll: true });
    }
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const find = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f";
    if (find && this.#outline.value) {
      event.preventDefault();
      this.outlineOpen = true;
      void this.updateComplete.then(() => this.#outline.value?.focusFilter());
    } else if (event.key === "Escape" && this.outlineOpen) {
      this.outlineOpen = false;
      this.querySelector<HTMLElement>(".outline-toggle")?.focus();
    }
  };
}

customElements.define("structure-panel", StructurePanel);
