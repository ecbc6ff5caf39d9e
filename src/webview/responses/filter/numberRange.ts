import { html, type TemplateResult } from "lit";
import { upperBound, type NumberBounds } from "../../../model/conditions/kinds.ts";
import { t } from "../../shared/l10n.ts";
import { LightElement, reactive } from "../../shared/lightElement.ts";
import { fieldProblem, filterRange } from "./filterRange.ts";

type Field = "lower" | "upper";

/** A range of numbers: two fields, and whether the upper bound is included. */
export class NumberRange extends LightElement {
  static override properties = reactive("bounds", "problem");

  declare bounds: NumberBounds;
  /** Called with the entered bounds; without bounds, any value passes. */
  declare change: (bounds: NumberBounds) => void;
  declare private problem: { readonly at: Field; readonly text: string } | undefined;

  protected override render(): TemplateResult {
    const upper = upperBound(this.bounds);
    const isBelow = upper?.isBelow ?? false;
    return filterRange({
      className: "numbers",
      label: t("Number"),
      from: this.#input("lower", t("At least"), this.bounds.atLeast),
      to: html`<select
          class="input"
          name="upperKind"
          aria-label=${t("Upper bound")}
          @change=${this.#onInput}
        >
          <option value="atMost" .selected=${!isBelow}>${t("at most")}</option>
          <option value="below" .selected=${isBelow}>${t("below")}</option></select
        >${this.#input("upper", t("Upper bound"), upper?.value)}`,
      problem: fieldProblem("number", this.problem?.text),
    });
  }

  #input(name: Field, label: string, value: number | undefined): TemplateResult {
    return html`<input
      class="input"
      type="text"
      inputmode="decimal"
      autocomplete="off"
      spellcheck="false"
      name=${name}
      aria-label=${label}
      title=${label}
      aria-invalid=${this.problem?.at === name}
      aria-describedby="number-problem"
      .value=${this.#shown(name, value)}
      @input=${this.#onInput}
    />`;
  }

  /** Keeps what a person is typing, even if its normal form is another. */
  #shown(name: Field, value: number | undefined): string {
    const written = this.#field(name);
    return written && (document.activeElement === written || this.problem)
      ? written.value
      : String(value ?? "");
  }

  readonly #onInput = (): void => {
    const [lower, upper] = [this.#entered("lower"), this.#entered("upper")];
    const isBelow = this.querySelector("select")?.value === "below";
    const isEmpty =
      typeof lower === "number" &&
      typeof upper === "number" &&
      (isBelow ? lower >= upper : lower > upper);
    if (lower === undefined || upper === undefined) {
      const at = lower === undefined ? "lower" : "upper";
      this.problem = { at, text: t("Type a number, such as 18 or -2.5.") };
    } else if (isEmpty) {
      this.problem = { at: "upper", text: t("No number is within these bounds.") };
    } else {
      this.problem = undefined;
      this.change({
        ...(lower === "" ? {} : { atLeast: lower }),
        ...(upper === "" ? {} : { [isBelow ? "below" : "atMost"]: upper }),
      });
    }
  };

  /** "" if the field is empty, `undefined` if the text cannot be parsed. */
  #entered(name: Field): number | "" | undefined {
    const text = this.#field(name)?.value.trim() ?? "";
    if (text === "") {
      return "";
    }
    // Very small and large numbers are shown with an exponent.
    return /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))
      ? Number(text)
      : undefined;
  }

  #field(name: Field): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  }
}

customElements.define("number-range", NumberRange);
