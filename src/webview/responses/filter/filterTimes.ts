import { html, type TemplateResult } from "lit";
import { typedTime } from "../../../model/time.ts";
import { t } from "../../shared/l10n.ts";
import type { FilterEntry } from "./filterEntry.ts";
import type { StoreElement } from "../storeElement.ts";
import { fieldOf, fieldProblem } from "./filterRange.ts";

type TimeField = "startDateTime" | "endDateTime";

/** Times that complete a day without a time. */
const ofDay = { startDateTime: "00:00:00", endDateTime: "23:59:59" } as const;

/**
 * The filter for the time of submission: two fields for date and time. They are text fields, because the browser's own date
 * fields use its language, which need not be the editor's.
 */
export class FilterTimes {
  readonly #host: StoreElement;
  readonly #entry: FilterEntry;
  #problems: Readonly<Partial<Record<TimeField, string | undefined>>> = {};

  constructor(host: StoreElement, entry: FilterEntry) {
    this.#host = host;
    this.#entry = entry;
  }

  forgetProblems(): void {
    this.#say({});
  }

  template(): TemplateResult {
    return html`${this.#field("startDateTime", t("Submitted after"))}
    ${this.#field("endDateTime", t("Submitted until"))}`;
  }

  #field(name: TimeField, label: string): TemplateResult {
    const problem = this.#problems[name];
    return html`<div class="field">
      <label
        ><span>${label}</span>
        <input
          class="input"
          type="text"
          autocomplete="off"
          spellcheck="false"
          name=${name}
          placeholder="YYYY-MM-DD hh:mm:ss"
          aria-invalid=${problem !== undefined}
          aria-describedby=${`${name}-problem`}
          .value=${this.#shown(name)}
          @input=${this.#onInput}
          @change=${this.#onLeft}
      /></label>
      ${fieldProblem(name, problem)}
    </div>`;
  }

  /** Keeps what a person is typing, even if its normal form is another. */
  #shown(name: TimeField): string {
    const written = fieldOf(this.#host, name);
    if (written && (document.activeElement === written || this.#problems[name] !== undefined)) {
      return written.value;
    }
    return this.#host.store.filtering.value[name]?.replace("T", " ") ?? "";
  }

  /** A time is incomplete while it is being typed: until it is complete, the filter stays as it was. */
  readonly #onInput = (): void => {
    const startDateTime = this.#entered("startDateTime");
    const endDateTime = this.#entered("endDateTime");
    const isBackwards = startDateTime && endDateTime && startDateTime >= endDateTime;
    this.#say(isBackwards ? { endDateTime: t("The start must be before the end.") } : {});
    if (startDateTime !== undefined && endDateTime !== undefined && !isBackwards) {
      this.#entry.applyDebounced({ startDateTime, endDateTime });
    }
  };

  /** On leaving the field, reports text that is no time; it does not take effect. */
  readonly #onLeft = (): void => {
    const problem = (name: TimeField): string | undefined =>
      this.#entered(name) === undefined
        ? t("Type a time like 2025-03-01T09:00:00, or a day like 2025-03-01")
        : this.#problems[name];
    this.#say({
      startDateTime: problem("startDateTime"),
      endDateTime: problem("endDateTime"),
    });
    this.#entry.applyPending();
  };

  /** "" for any time; undefined if the text cannot be parsed. */
  #entered(name: TimeField): string | undefined {
    const text = fieldOf(this.#host, name)?.value.trim() ?? "";
    return text === "" ? "" : typedTime(text, ofDay[name]);
  }

  #say(problems: Readonly<Partial<Record<TimeField, string | undefined>>>): void {
    this.#problems = problems;
    this.#host.requestUpdate();
  }
}
