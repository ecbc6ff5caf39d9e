import type { Column, GrowingColumn } from "../grid.ts";
import { missingTest } from "../missingCodes.ts";
import type { Answer, Variable } from "../response.ts";
import type { Option } from "../survey.ts";
import type { ColumnValues } from "./cells.ts";
import { marksOf } from "./delimited.ts";
import { isLongText, isMultiSelect, isNumberType } from "./questionTypes.ts";
import { utf8Length, ValueFacts, widest } from "./valueFacts.ts";

/** Maximum number of codes without an option that are told apart per question: each may need a column. */
export const maxUnknownCodes = 10_000;

/** A code of a question with options. */
export interface CodeFacts {
  readonly code: string;
  /** Index among the options; Infinity if none has it. */
  place: number;
  /** Number of responses that gave it. */
  responses: number;
  /** Facts of the free texts given with it. */
  texts: ValueFacts | undefined;
  /** Bytes in a delimited text. */
  readonly bytes: number;
  /** Number of the last response that gave it, and how often it did. */
  stamp: number;
  times: number;
  /** Maximum number of times that one response gave it. */
  most: number;
}

/**
 * What is known of the answers to a question, which decides on its columns. Neither more responses nor open texts make it
 * grow.
 */
export class VariableFacts {
  readonly #growing: GrowingColumn;
  /** True if a response has the variable, answered or not. */
  isGiven = false;
  /** True if a response gave several answers. */
  isSeveral = false;
  /** True if answers came in another order than the options', or one came twice. */
  isReordered = false;
  /** True if there are more codes without an option than are told apart. */
  isOverfull = false;
  /** Facts of the free texts given with codes that are not told apart. */
  overfullTexts: ValueFacts | undefined;
  /** Maximum number of bytes of the answers of one response as a delimited text. */
  listWidth = 0;
  /** Maximum number of answers in one response. */
  most = 1;
  readonly values = new ValueFacts();
  /** Facts of the free texts given with answers to a question without options. */
  texts: ValueFacts | undefined;
  /** Used by `VariableReader` alone. */
  stamp = 0;
  #codes: Map<string, CodeFacts> | undefined;
  #isMultiSelect: boolean;
  #type: string | undefined;
  #unknown = 0;
  #stamp = 0;

  readonly #isMissing: ((value: string) => boolean) | undefined;
  /** Missing codes that were given to a question without options. */
  readonly #missing = new Set<string>();

  /** @param missing codes that do not count as answers */
  constructor(growing: GrowingColumn, missing: readonly string[] = []) {
    this.#growing = growing;
    this.#isMissing = missing.length > 0 ? missingTest(missing) : undefined;
    this.#isMultiSelect = isMultiSelect(growing.column.type);
    if (growing.options.length > 0) {
      this.#takeOptions();
    }
  }

  get column(): Column {
    return this.#growing.column;
  }

  /** Options of the structure, then those of responses, with plain labels. */
  get options(): readonly Option[] {
    return this.#growing.options;
  }

  /** Maximum number of UTF-8 bytes of a label. */
  get labelWidth(): number {
    return widest(this.options.map((it) => it.label));
  }

  /** Maximum number of UTF-8 bytes of a free text. */
  get textWidth(): number {
    return this.codes.reduce(
      (width, it) => Math.max(width, it.texts?.width ?? 0),
      Math.max(this.texts?.width ?? 0, this.overfullTexts?.width ?? 0),
    );
  }

  /**
   * Facts of the values. The question's type, which does not change from wave to wave, decides for long texts and if the
   * values say little.
   */
  get columnValues(): ColumnValues {
    const { width, markedWidth, decimals, isNumeric, isEmpty, reason } = this.values;
    const { type } = this.column;
    if (!this.isCoded && isLongText(type)) {
      return { width, markedWidth, decimals: 0, isNumeric: false, reason: "question" };
    }
    const isNumber = isNumeric || (isEmpty && isNumberType(type));
    return { width, markedWidth, decimals, isNumeric: isNumber, reason };
  }

  /** True if values are codes of options. Options that first come after answers only label these. */
  get isCoded(): boolean {
    return this.#codes !== undefined;
  }

  get isMulti(): boolean {
    return this.isCoded && (this.#isMultiSelect || this.isSeveral);
  }

  /** In the options' order; then codes without an option, see `inOrder`. */
  get codes(): CodeFacts[] {
    return Array.from(this.#codes?.values() ?? []).sort(inOrder);
  }

  get unknownCodes(): CodeFacts[] {
    return this.codes.filter((it) => it.place === Infinity && it.code !== "");
  }

  /** Codes declared to be no answers, if an option or a response has them. */
  get missing(): readonly string[] {
    const isMissing = this.#isMissing;
    if (!isMissing) {
      return [];
    }
    return this.isCoded
      ? this.codes.map((it) => it.code).filter(isMissing)
      : [...this.#missing].sort(byCode);
  }

  add({ type, options, answer }: Variable): void {
    if (this.#growing.addOptions(options) && (this.isCoded || !this.isGiven)) {
      this.#takeOptions();
    }
    this.isGiven = true;
    if (type !== this.#type) {
      this.#type = type;
      this.#isMultiSelect ||= isMultiSelect(type);
    }
    if (this.#codes) {
      this.#addCodes(this.#codes, answer);
    } else {
      this.#addValues(answer);
    }
  }

  #takeOptions(): void {
    this.#codes ??= new Map();
    for (const [place, { name }] of this.#growing.options.entries()) {
      const known = this.#codes.get(name);
      if (known?.place === Infinity) {
        known.place = place;
        this.#unknown--;
        // Earlier answers were not compared with this place.
        this.isReordered ||= this.isSeveral;
      } else if (!known) {
        this.#codes.set(name, codeFacts(name, place));
        this.values.add(name);
      }
    }
  }

  #addCodes(codes: Map<string, CodeFacts>, answers: readonly Answer[]): void {
    let count = 0;
    let width = 0;
    let before: CodeFacts | undefined;
    this.#stamp++;
    for (const answer of answers) {
      if (!saysCode(answer)) {
        continue;
      }
      const facts = codes.get(answer.value) ?? this.#newCode(codes, answer.value);
      if (facts.stamp === this.#stamp) {
        facts.most = Math.max(facts.most, ++facts.times);
      } else {
        facts.stamp = this.#stamp;
        facts.times = 1;
        facts.responses++;
      }
      if (answer.etcValue) {
        this.#textsOf(codes, facts).add(answer.etcValue);
      }
      count++;
      width += facts.bytes + 1;
      if (before) {
        this.isSeveral = true;
        this.isReordered ||= inOrder(before, facts) >= 0;
      }
      before = facts;
    }
    this.listWidth = Math.max(this.listWidth, width - 1);
    this.most = Math.max(this.most, count);
  }

  #textsOf(codes: ReadonlyMap<string, CodeFacts>, facts: CodeFacts): ValueFacts {
    if (this.isOverfull && !codes.has(facts.code)) {
      return (this.overfullTexts ??= new ValueFacts());
    }
    return (facts.texts ??= new ValueFacts());
  }

  #newCode(codes: Map<string, CodeFacts>, code: string): CodeFacts {
    const facts = codeFacts(code, Infinity);
    this.values.add(code);
    if (code === "" || this.#unknown < maxUnknownCodes) {
      codes.set(code, facts);
      this.#unknown += code === "" ? 0 : 1;
    } else {
      this.isOverfull = true;
    }
    return facts;
  }

  #addValues(answers: readonly Answer[]): void {
    let width = 0;
    for (const { value, etcValue } of answers) {
      this.values.add(value);
      if (this.#isMissing?.(value) === true) {
        this.#missing.add(value);
      }
      if (etcValue) {
        this.texts ??= new ValueFacts();
        this.texts.add(etcValue);
      }
      if (answers.length > 1) {
        width += utf8Length(value) + marksOf(value) + 1;
      }
    }
    if (answers.length > 1) {
      this.isSeveral = true;
      this.most = Math.max(this.most, answers.length);
    }
    this.listWidth = Math.max(this.listWidth, width - 1);
  }
}

/** Returns whether an answer has a code or a free text. An option whose code is empty cannot be chosen. */
export function saysCode({ value, etcValue }: Answer): boolean {
  return value !== "" || (etcValue !== undefined && etcValue !== "");
}

function codeFacts(code: string, place: number): CodeFacts {
  const bytes = utf8Length(code) + marksOf(code);
  return { code, place, responses: 0, texts: undefined, bytes, stamp: 0, times: 0, most: 1 };
}

type Placed = Pick<CodeFacts, "code" | "place">;

/**
 * Compares codes: options first, in their order; then codes without an option: numbers by size, then texts, then the empty
 * code. The order does not depend on that of the responses.
 */
export function inOrder(a: Placed, b: Placed): number {
  return a.place === b.place ? byCode(a.code, b.code) : a.place - b.place;
}

function byCode(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  if (a === "" || b === "") {
    return a === "" ? 1 : -1;
  }
  const [left, right] = [Number(a), Number(b)];
  const [isLeft, isRight] = [Number.isFinite(left), Number.isFinite(right)];
  if (isLeft !== isRight) {
    return isLeft ? -1 : 1;
  }
  return (isLeft ? left - right : 0) || (a < b ? -1 : 1);
}
