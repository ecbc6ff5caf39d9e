import { isPlainNumber } from "../plainNumber.ts";
import { marksOf } from "./delimited.ts";
import type { TextReason } from "./tableColumn.ts";

/** What is known of the values of one column. An empty text is not a value. */
export class ValueFacts {
  /** Maximum number of digits after the decimal point; only meaningful if all values are numbers. */
  decimals = 0;
  /** Maximum number of UTF-8 bytes of a value. */
  width = 0;
  /** Maximum number of UTF-8 bytes of a value in a delimited text. */
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
    // No UTF-16 unit takes more than three bytes.
    if (value.length * 3 > this.width) {
      this.width = Math.max(this.width, utf8Length(value));
      this.markedWidth = Math.max(this.markedWidth, this.width);
    }
    const marks = marksOf(value);
    if (marks > 0) {
      this.markedWidth = Math.max(this.markedWidth, utf8Length(value) + marks);
    }
  }

  /** True if there is a value, and every value is a canonical number. */
  get isNumeric(): boolean {
    return this.#reason === undefined && !this.isEmpty;
  }

  /** Why the values are text; undefined if there are none, or all are numbers. It does not depend on their order. */
  get reason(): TextReason | undefined {
    return this.#reason;
  }
}

/**
 * Returns whether the text is a plain number as JavaScript writes it, of which no program that reads numbers loses a digit.
 */
export function isCanonicalNumber(text: string): boolean {
  return isShortInteger(text) || (isPlainNumber(text) && String(Number(text)) === text);
}

function textReason(value: string): TextReason {
  return /^-?[1-9]\d{15,}$/.test(value) ? "digits" : isNumberLike(value) ? "form" : "words";
}

/** Returns whether the text is digits, with or without a sign, a point and an exponent. */
function isNumberLike(text: string): boolean {
  return text.length <= 400 && /^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i.test(text);
}

const strength: readonly (TextReason | undefined)[] = [undefined, "digits", "form", "words"];

function strongest(a: TextReason | undefined, b: TextReason): TextReason | undefined {
  return strength.indexOf(a) > strength.indexOf(b) ? a : b;
}

/** Recognises most numbers without converting them. */
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

/** Returns the UTF-8 bytes of the longest text. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, it) => Math.max(width, utf8Length(it)), 0);
}

/** Returns the UTF-8 bytes of a text. A lone surrogate takes as many as the character that replaces it. */
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
