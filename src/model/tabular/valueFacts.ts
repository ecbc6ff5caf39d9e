import { isPlainNumber } from "../plainNumber.ts";
import { marksOf } from "./delimited.ts";
import type { TextReason } from "./tableColumn.ts";

/** What is known of the values that go into one column. An empty text is no value. */
export class ValueFacts {
  /** The most digits behind the point; of use where all values are numbers. */
  decimals = 0;
  /** The most bytes of UTF-8. */
  width = 0;
  /** The most bytes of one value in a delimited text. */
  markedWidth = 0;
  isEmpty = true;
  #reason: TextReason | undefined;

  add(value: string): void {
    if (value === "") {
      return;
    }
    this.isEmpty = false;
    if (this.#reason !== "words") {
      if (isCanonicalNumber(value)) {
        this.decimals = Math.max(this.decimals, decimalsOf(value));
      } else {
        this.#reason = strongest(this.#reason, textReason(value));
      }
    }
    // No unit of a text takes more than three bytes.
    if (value.length * 3 > this.width) {
      this.width = Math.max(this.width, utf8Length(value));
      this.markedWidth = Math.max(this.markedWidth, this.width);
    }
    const marks = marksOf(value);
    if (marks > 0) {
      this.markedWidth = Math.max(this.markedWidth, utf8Length(value) + marks);
    }
  }

  /** Whether there is a value, and every value is a canonical number. */
  get isNumeric(): boolean {
    return this.#reason === undefined && !this.isEmpty;
  }

  /** Why the values are texts; absent where there is none, or all are numbers. It does not depend on their order. */
  get reason(): TextReason | undefined {
    return this.#reason;
  }
}

/** A plain number in the one way in which JavaScript writes it: no program that reads numbers loses a digit of it. */
export function isCanonicalNumber(text: string): boolean {
  return isShortInteger(text) || (isPlainNumber(text) && String(Number(text)) === text);
}

function textReason(value: string): TextReason {
  return /^-?[1-9]\d{15,}$/.test(value) ? "digits" : isNumberLike(value) ? "form" : "words";
}

/** Digits, a sign, a point, an exponent. */
function isNumberLike(text: string): boolean {
  return text.length <= 400 && /^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i.test(text);
}

const strength: readonly (TextReason | undefined)[] = [undefined, "digits", "form", "words"];

function strongest(a: TextReason | undefined, b: TextReason): TextReason | undefined {
  return strength.indexOf(a) > strength.indexOf(b) ? a : b;
}

/** Most numbers; they need no conversion to be known. */
function isShortInteger(text: string): boolean {
  const start = text.charCodeAt(0) === minus ? 1 : 0;
  const digits = text.length - start;
  const first = text.charCodeAt(start);
  if (digits < 1 || digits > 15 || (first === zero && (digits > 1 || start > 0))) {
    return false;
  }
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < zero || unit > nine) {
      return false;
    }
  }
  return true;
}

function decimalsOf(number: string): number {
  const point = number.indexOf(".");
  return point < 0 ? 0 : number.length - point - 1;
}

/** The most bytes of UTF-8 that one of them takes. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, it) => Math.max(width, utf8Length(it)), 0);
}

/** Bytes of UTF-8; half a surrogate pair takes as many as what stands for it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) {
      bytes += unit > 0x7ff ? 2 : 1;
      if (unit >= 0xd800 && unit < 0xdc00) {
        const next = text.charCodeAt(at + 1);
        if (next >= 0xdc00 && next < 0xe000) {
          at++;
        }
      }
    }
  }
  return bytes;
}

const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
