import { html, type TemplateResult } from "lit";
import { t } from "../../shared/l10n.ts";
import { durationHint, durationText, secondsOfText } from "./durations.ts";
import type { FilterEntry } from "./filterEntry.ts";
import type { StoreElement } from "../storeElement.ts";
import { fieldOf, fieldProblem, filterRange } from "./filterRange.ts";

type DurationField = "atLeast" | "atMost";

/** Names of the fields. The first is the one to which `openAt("duration")` moves the focus. */
const names = { atLeast: "duration", atMost: "durationTo" } as const;

/** The filter for the duration of a response: two fields for minutes and seconds. */
export class FilterDurations {
  readonly #host: StoreElement;
  readonly #entry: FilterEntry;
  #problems: Readonly<Partial<Record<DurationField, string | undefined>>> = {};

  constructor(host: StoreElement, entry: FilterEntry) {
    this.#host = host;
    this.#entry = entry;
  }

  forgetProblems(): void {
    this.#problems = {};
    this.#host.requestUpdate();
  }

  template(): TemplateResult {
    return filterRange({
      className: "durations",
      label: t("Duration"),
      from: this.#input("atLeast", t("Duration from")),
      to: this.#input("atMost", t("Duration up to")),
      problem: html`${fieldProblem("atLeast", this.#problems.atLeast)}${fieldProblem("atMost", this.#problems.atMost)}`,
    });
  }

  #input(field: DurationField, label: string): TemplateResult {
    return html`<input
      class="input"
      type="text"
      inputmode="text"
      autocomplete="off"
      spellcheck="false"
      name=${names[field]}
      placeholder=${t("min:sec")}
      aria-label=${label}
      title=${`${label}\n${durationHint()}`}
      aria-invalid=${this.#problems[field] !== undefined}
      aria-describedby=${`${field}-problem`}
      .value=${this.#shown(field)}
      @input=${this.#onInput}
      @change=${() => this.#entry.applyPending()}
    />`;
  }

  /** Keeps what a person is typing, even if its normal form is another. */
  #shown(field: DurationField): string {
    const written = fieldOf(this.#host, names[field]);
    if (written && (document.activeElement === written || this.#problems[field] !== undefined)) {
      return written.value;
    }
    const seconds = this.#host.store.filtering.value.duration?.[field];
    return seconds === undefined ? "" : durationText(seconds);
  }

  readonly #onInput = (): void => {
    const atLeast = this.#entered("atLeast");
    const atMost = this.#entered("atMost");
    const isBackwards =
      typeof atLeast === "number" && typeof atMost === "number" && atLeast > atMost;
    const problem = (value: unknown): string | undefined =>
      value === undefined ? durationHint() : undefined;
    this.#problems = {
      atLeast: problem(atLeast),
      atMost: isBackwards ? t("At most must not be less than at least.") : problem(atMost),
    };
    this.#host.requestUpdate();
    if (atLeast !== undefined && atMost !== undefined && !isBackwards) {
      this.#entry.applyDebounced({
        duration: {
          ...(atLeast === "" ? {} : { atLeast }),
          ...(atMost === "" ? {} : { atMost }),
        },
      });
    }
  };

  /** In seconds; "" if the field is empty, undefined if the text cannot be parsed. */
  #entered(field: DurationField): number | "" | undefined {
    const text = fieldOf(this.#host, names[field])?.value.trim() ?? "";
    return text === "" ? "" : secondsOfText(text);
  }
}
