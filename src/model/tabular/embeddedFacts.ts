import type { Column } from "../grid.ts";
import { labelText } from "../label.ts";
import type { EmbeddedValue } from "../response.ts";
import type { Option } from "../survey.ts";
import type { Given } from "./cells.ts";
import { marksOf } from "./delimited.ts";
import { utf8Length, ValueFacts } from "./valueFacts.ts";
import { inOrder } from "./variableFacts.ts";

/** Maximum number of labels that are kept per field; a field with more is not a list of choices. */
const maxLabels = 10_000;

/** What is known of the values of a field of embedded data, which decides on its columns. */
export class EmbeddedFacts {
  readonly column: Column;
  /** True if a response has the field, with or without a value. */
  isGiven = false;
  /** True if a response has several values of it. */
  isSeveral = false;
  readonly values = new ValueFacts();
  /** Maximum number of UTF-8 bytes of a label. */
  labelWidth = 0;
  /** Maximum number of bytes of the values of one response as a delimited text. */
  listWidth = 0;
  /** Maximum number of values in one response. */
  most = 1;
  readonly #labels = new Map<string, string>();
  #stamp = 0;
  #times = 0;
  #width = 0;

  constructor(column: Column) {
    this.column = column;
  }

  /** @param stamp number of the response, from 1 */
  add(given: EmbeddedValue, stamp: number): void {
    const { value, valueLabel } = given;
    this.isGiven = true;
    if (value === undefined) {
      return;
    }
    this.values.add(value);
    if (valueLabel && !this.#labels.has(value)) {
      const label = labelText(valueLabel);
      this.labelWidth = Math.max(this.labelWidth, utf8Length(label));
      if (this.#labels.size < maxLabels) {
        this.#labels.set(value, label);
      }
    }
    const restarted = this.#stamp === stamp;
    this.#stamp = stamp;
    this.#times = restarted ? this.#times + 1 : 1;
    this.#width = (restarted ? this.#width + 1 : 0) + utf8Length(value) + marksOf(value);
    this.isSeveral ||= restarted;
    this.most = Math.max(this.most, this.#times);
    this.listWidth = Math.max(this.listWidth, this.#width);
  }

  /** Returns the first label that the value has in responses. */
  labelOf({ value, valueLabel }: Given): string | undefined {
    return this.#labels.get(value) ?? (valueLabel ? labelText(valueLabel) : undefined);
  }

  /** Values with a label, in an order that does not depend on that of the responses. */
  get options(): Option[] {
    return Array.from(this.#labels, ([code, label]) => ({ code, label, place: Infinity }))
      .sort(inOrder)
      .map(({ code, label }) => ({ name: code, label }));
  }
}
