import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ResponseFilter } from "../../messages/responses.ts";
import type { CollectGroup } from "../../model/survey.ts";
import { isDateTime } from "../../model/time.ts";
import { button } from "../shared/controls.ts";
import { t } from "../shared/l10n.ts";
import { LightElement } from "../shared/lightElement.ts";

/** The filter while it is being written; it takes effect when it is applied. */
export class ResponsesFilter extends LightElement {
  static override properties = {
    filter: { attribute: false },
    collectGroups: { attribute: false },
    problem: { state: true },
  };

  declare filter: ResponseFilter;
  declare collectGroups: readonly CollectGroup[];
  declare apply: (filter: ResponseFilter) => void;
  declare close: () => void;
  declare private problem: string | undefined;

  constructor() {
    super();
    this.filter = {};
    this.collectGroups = [];
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.close();
      }
    });
  }

  protected override firstUpdated(): void {
    this.querySelector("input")?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("filter")) {
      this.problem = undefined;
    }
  }

  protected override render(): TemplateResult {
    const { startDateTime, endDateTime, collectGroupId } = this.filter;
    return html`<form class="filter" novalidate aria-label=${t("Filter")} @submit=${this.#onSubmit}>
      ${this.#time("start", t("Submitted after"), startDateTime)}
      ${this.#time("end", t("Submitted until"), endDateTime)}
      <label class="field">
        <span>${t("Collect group")}</span>
        <select class="input" name="group">
          <option value="" ?selected=${collectGroupId === undefined}>${t("All groups")}</option>
          ${this.#groups(collectGroupId).map(
            ([id, label]) =>
              html`<option value=${id} ?selected=${id === collectGroupId}>${label}</option>`,
          )}
        </select>
      </label>
      <div class="buttons">
        <button type="submit" class="button">${t("Apply")}</button>
        ${button(t("Cancel"), () => this.close(), true)}
      </div>
      <p id="filter-problem" class="filter-problem" role="alert">${this.problem ?? nothing}</p>
    </form>`;
  }

  #time(name: string, label: string, value: string | undefined): TemplateResult {
    return html`<label class="field">
      <span>${label}</span>
      <input
        class="input"
        type="datetime-local"
        step="1"
        name=${name}
        aria-invalid=${this.problem !== undefined}
        aria-describedby="filter-problem"
        .value=${value ?? ""}
        @input=${this.#onInput}
      />
    </label>`;
  }

  /** The group that is filtered by stays in the list, even where the list could not be read. */
  #groups(selected: string | undefined): readonly (readonly [string, string])[] {
    const known = this.collectGroups.map((it) => [it.collectGroupId, it.label] as const);
    return selected === undefined || known.some(([id]) => id === selected)
      ? known
      : [...known, [selected, selected]];
  }

  #field(name: string): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>(`[name="${name}"]`);
  }

  readonly #onInput = (): void => {
    this.problem = this.#problemNow(false);
  };

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    this.problem = this.#problemNow(true);
    if (this.problem !== undefined) {
      this.#field("start")?.focus();
      return;
    }
    const startDateTime = apiTime(this.#field("start")?.value);
    const endDateTime = apiTime(this.#field("end")?.value);
    const collectGroupId = this.querySelector("select")?.value;
    this.apply({
      ...(startDateTime === undefined ? {} : { startDateTime }),
      ...(endDateTime === undefined ? {} : { endDateTime }),
      ...(collectGroupId ? { collectGroupId } : {}),
    });
  };

  /** While a time is being typed it is not complete; that is no problem yet. */
  #problemNow(complete: boolean): string | undefined {
    const fields = [this.#field("start"), this.#field("end")];
    if (complete && fields.some((field) => field?.validity.badInput)) {
      return t("Enter date and time completely, or leave them empty.");
    }
    const [start, end] = fields.map((field) => apiTime(field?.value));
    return start !== undefined && end !== undefined && start >= end
      ? t("The start must be before the end.")
      : undefined;
  }
}

/** The browser leaves out seconds that are zero; the API does not. */
function apiTime(value: string | undefined): string | undefined {
  const text = value?.length === 16 ? `${value}:00` : value;
  return text !== undefined && isDateTime(text) ? text : undefined;
}

customElements.define("responses-filter", ResponsesFilter);
