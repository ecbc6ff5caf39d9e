import { html, type TemplateResult } from "lit";
import { typedTime } from "../../../model/time.ts";
import { t } from "../../shared/l10n.ts";
import type { FilterEntry } from "./filterEntry.ts";
import type { StoreElement } from "../storeElement.ts";
import { fieldOf } from "./fields.ts";
import { fieldProblem } from "./filterRange.ts";

type TimeField = "startDateTime" | "endDateTime";

/** What a day alone stands for. */
const ofDay = { startDateTime: "00:00:00", endDateTime: "23:59:59" } as const;

/**
 * When a response was submitted: two fields for date and time. They are texts, as the browser's own fields for times speak
 * its language, which need not be the editor's.
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

  /** What somebody is writing stays as it is written, also where it means the same. */
  #shown(name: TimeField): string {
    const written = fieldOf(this.#host, name);
    if (written && (document.activeElement === written || this.#problems[name] !== undefined)) {
      return written.value;
    }
    return this.#host.store.filtering.value[name]?.replace("T", " ") ?? "";
  }

  /** While a time is being typed it is not complete: what was asked for before goes on. */
  readonly #onInput = (): void => {
    const startDateTime = this.#entered("startDateTime");
    const endDateTime = this.#entered("endDateTime");
    const isBackwards = startDateTime && endDateTime && startDateTime >= endDateTime;
    this.#say(isBackwards ? { endDateTime: t("The start must be before the end.") } : {});
    if (startDateTime !== undefined && endDateTime !== undefined && !isBackwards) {
      this.#entry.later({ startDateTime, endDateTime });
    }
  };

  /** What is no time when somebody goes on does not take effect, and that is said. */
  readonly #onLeft = (): void => {
    const problem = (name: TimeField): string | undefined =>
      this.#entered(name) === undefined
        ? t("Type a time like 2025-03-01T09:00:00, or a day like 2025-03-01")
        : this.#problems[name];
    this.#say({
      startDateTime: problem("startDateTime"),
      endDateTime: problem("endDateTime"),
    });
    this.#entry.flush();
  };

  /** Empty for any time; undefined where it cannot be understood. */
  #entered(name: TimeField): string | undefined {
    const text = fieldOf(this.#host, name)?.value.trim() ?? "";
    return text === "" ? "" : typedTime(text, ofDay[name]);
  }

  #say(problems: Readonly<Partial<Record<TimeField, string | undefined>>>): void {
    this.#problems = problems;
    this.#host.requestUpdate();
  }
}
