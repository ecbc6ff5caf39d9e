import { marksOf } from "./delimited.ts";

/** What is known of the values that go into one column. An empty text is no value. */
export class ValueFacts {
  /** The most digits behind the point; of use where all values are numbers. */
  decimals = 0;
  /** The most bytes of UTF-8. */
  width = 0;
  /** The most bytes of one value in a delimited text. */
  markedWidth = 0;
  #isNumeric = true;
  #isEmpty = true;

  add(value: string): void {
    if (value === "") {
      return;
    }
    this.#isEmpty = false;
    if (this.#isNumeric) {
      if (isCanonicalNumber(value)) {
        this.decimals = Math.max(this.decimals, decimalsOf(value));
      } else {
        this.#isNumeric = false;
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
    return this.#isNumeric && !this.#isEmpty;
  }
}

/** A text that says a finite number in the one way in which JavaScript writes it: no digit of it gets lost. */
export function isCanonicalNumber(text: string): boolean {
  return isShortInteger(text) || (isNumberLike(text) && isWrittenAlike(text));
}

function isWrittenAlike(text: string): boolean {
  const number = Number(text);
  // Beyond, JavaScript writes integers with an exponent: their digits could not be told.
  return Math.abs(number) < 1e21 && String(number) === text;
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

/** Keeps long texts from being read as numbers. */
function isNumberLike(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return text.length <= 25 && last >= zero && last <= nine;
}

function decimalsOf(number: string): number {
  const point = number.indexOf(".");
  const exponent = number.indexOf("e");
  const end = exponent < 0 ? number.length : exponent;
  const written = point < 0 ? 0 : end - point - 1;
  return exponent < 0 ? written : Math.max(0, written - Number(number.slice(exponent + 1)));
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
