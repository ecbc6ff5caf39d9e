import { html, type TemplateResult } from "lit";
import { isDateTime } from "../../model/time.ts";
import { t } from "../shared/l10n.ts";
import type { FilterEntry } from "./filterEntry.ts";
import { fieldOf, type FilterHost } from "./filterHost.ts";
import { fieldProblem, filterRange } from "./filterRange.ts";

type TimeField = "startDateTime" | "endDateTime";

/** When a response was submitted: two fields for date and time. */
export class FilterTimes {
  readonly #host: FilterHost;
  readonly #entry: FilterEntry;
  #problem: string | undefined;

  constructor(host: FilterHost, entry: FilterEntry) {
    this.#host = host;
    this.#entry = entry;
  }

  forgetProblem(): void {
    this.#say(undefined);
  }

  template(): TemplateResult {
    return filterRange({
      className: "times",
      label: t("Submitted"),
      from: this.#input("startDateTime", t("Submitted after")),
      to: this.#input("endDateTime", t("Submitted until")),
      problem: fieldProblem("time", this.#problem),
    });
  }

  #input(name: TimeField, label: string): TemplateResult {
    return html`<input
      class="input"
      type="datetime-local"
      step="1"
      name=${name}
      aria-label=${label}
      title=${label}
      aria-invalid=${this.#problem !== undefined}
      aria-describedby="time-problem"
      .value=${this.#host.filter[name] ?? ""}
      @input=${this.#onInput}
      @blur=${this.#onLeft}
    />`;
  }

  readonly #onInput = (): void => {
    const startDateTime = apiTime(fieldOf(this.#host, "startDateTime")?.value);
    const endDateTime = apiTime(fieldOf(this.#host, "endDateTime")?.value);
    const isBackwards =
      startDateTime !== undefined && endDateTime !== undefined && startDateTime >= endDateTime;
    this.#say(isBackwards ? t("The start must be before the end.") : undefined);
    // While a time is being typed it is not complete: what was asked for before goes on.
    if (!isBackwards && !this.#isIncomplete()) {
      this.#entry.later({ startDateTime, endDateTime });
    }
  };

  /** What is not complete when somebody goes on does not take effect, and that is said. */
  readonly #onLeft = (): void => {
    if (this.#isIncomplete()) {
      this.#say(t("Enter date and time completely, or leave them empty."));
    }
  };

  #isIncomplete(): boolean {
    const names: readonly TimeField[] = ["startDateTime", "endDateTime"];
    return names.some((name) => fieldOf(this.#host, name)?.validity.badInput);
  }

  #say(problem: string | undefined): void {
    this.#problem = problem;
    this.#host.requestUpdate();
  }
}

/** The browser leaves out seconds that are zero; the API does not. */
function apiTime(value: string | undefined): string | undefined {
  const text = value?.length === 16 ? `${value}:00` : value;
  return text !== undefined && isDateTime(text) ? text : undefined;
}
