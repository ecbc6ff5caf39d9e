/*
 * What a survey says once, its responses need not say each (DATASPACE_FORMAT.md). Where a response leaves it out, its
 * stored text carries a mark, and the mark becomes the survey's own words when the response is sent: 2,800 responses to
 * 28 questions take 4 MB at rest and 42 MB on the wire.
 *
 * A mark is U+0001, the fragment's number in decimal, U+0002. Control characters never stand raw in JSON, so nothing
 * that was loaded can be taken for a mark.
 */

/** Stored text as it was loaded: what a response leaves out stays out. */
export function withoutMarks(text: string): string {
  const [first = "", ...rest] = text.split("\u0001");
  return first + rest.map((it) => it.slice(it.indexOf("\u0002") + 1)).join("");
}

const markBegin = 0x01;
const markEnd = 0x02;
const zero = 0x30;
const newline = 0x0a;
const comma = 0x2c;
const nothing = new Uint8Array();

/** The fragments that the responses of one survey refer to. */
export class Fragments {
  readonly #marks = new Map<string, Uint8Array>();
  readonly #texts: Uint8Array[] = [];

  /** The mark that stands for the text; the same text gives the same mark. */
  mark(text: string): Uint8Array {
    let mark = this.#marks.get(text);
    if (!mark) {
      mark = Buffer.from(`\u0001${this.#texts.length}\u0002`);
      this.#texts.push(Buffer.from(text));
      this.#marks.set(text, mark);
    }
    return mark;
  }

  /**
   * Stored lines as elements of a JSON array: marks filled in, newlines made commas. `lines` is written into.
   * @param before text to stand before the elements
   * @param after text to stand after them
   */
  expand(lines: Uint8Array, before = "", after = ""): Buffer {
    const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
      bytes[at] = comma;
    }
    const marks = this.#marksIn(bytes);
    let size = bytes.length + Buffer.byteLength(before) + Buffer.byteLength(after);
    for (const { start, end, text } of marks) {
      size += text.length - (end - start);
    }
    // Measured: filling one buffer takes three quarters of the time of Buffer.concat.
    const expanded = Buffer.allocUnsafe(size);
    let written = expanded.write(before);
    let copied = 0;
    for (const { start, end, text } of marks) {
      written += bytes.copy(expanded, written, copied, start);
      expanded.set(text, written);
      written += text.length;
      copied = end;
    }
    written += bytes.copy(expanded, written, copied);
    expanded.write(after, written);
    return expanded;
  }

  #marksIn(bytes: Buffer): { start: number; end: number; text: Uint8Array }[] {
    const marks = [];
    for (let at = bytes.indexOf(markBegin); at >= 0; at = bytes.indexOf(markBegin, at)) {
      const start = at;
      let number = 0;
      for (at++; at < bytes.length && bytes[at] !== markEnd; at++) {
        number = number * 10 + (bytes[at] ?? zero) - zero;
      }
      at++;
      marks.push({ start, end: at, text: this.#texts[number] ?? nothing });
    }
    return marks;
  }
}
