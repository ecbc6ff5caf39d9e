import type { Answer, Response, Variable } from "../../model/response.ts";
import { utf8Text } from "../../protocol/json.ts";
import type { Decoder } from "./mapper.ts";
import { backslash, quote } from "../../protocol/jsonBytes.ts";

/**
 * The JSON of a variable up to its answers (name, type, label and options), which responses mostly repeat character for
 * character.
 */
interface Head {
  readonly text: string;
  /** The variable without answers. */
  readonly variable: Variable;
  /** The head that followed it last time. */
  next: Head | undefined;
}

/** Most heads that are cached, whatever responses contain. */
const maxHeads = 20_000;

const opening = ',"variables":[';
const closing = "]}";
/**
 * Like all texts here that begin with a comma, it cannot occur inside a string, because quotes there are escaped with `\`.
 */
const headEnd = ',"answer":';
const valueStart = '{"value":';
const otherStart = ',"etcValue":';

/**
 * Decodes responses whose variables have the same heads as in earlier responses: known heads are neither parsed nor checked
 * again. Handles only the usual form: fields in the order of API.md ("Response, v3"), without white space.
 */
export class RepeatedVariables {
  readonly #decode: Decoder<Response>;
  readonly #heads = new Map<string, Head>();
  #first: Head | undefined;
  #text = "";
  #at = 0;

  /** @param decode decodes a whole response */
  constructor(decode: Decoder<Response>) {
    this.#decode = decode;
  }

  /** @returns `undefined` if the item must be decoded as a whole, because it has another form or is invalid */
  read(item: Uint8Array): Response | undefined {
    try {
      return this.#read(utf8Text(item));
    } catch {
      // Decoding the whole item reports what is wrong.
      return undefined;
    }
  }

  /**
   * Returns the same as decoding the whole text. The text before the list is a response if the list is closed there, and
   * each variable's head is a variable if its answers are left out.
   */
  #read(text: string): Response | undefined {
    const start = text.indexOf(opening) + opening.length;
    if (start < opening.length) {
      return undefined;
    }
    const variables: Variable[] = [];
    this.#text = text;
    this.#at = start;
    let before: Head | undefined;
    do {
      const guess = before ? before.next : this.#first;
      const head = guess && isAt(text, this.#at, guess.text) ? guess : this.#headAt(this.#at);
      if (before) {
        before.next = head;
      } else {
        this.#first = head;
      }
      before = head;
      this.#at += head.text.length;
      const { name, type, label, options } = head.variable;
      variables.push({ name, type, label, options, answer: this.#answers() });
      this.#expect("}");
    } while (this.#takes(","));
    this.#expect(closing);
    if (this.#at !== text.length) {
      return undefined;
    }
    const response = this.#decode(JSON.parse(text.slice(0, start) + closing));
    return { ...response, variables };
  }

  #headAt(start: number): Head {
    const text = this.#text;
    const key = text.slice(start, text.indexOf(",", start));
    const known = this.#heads.get(key);
    if (known && isAt(text, start, known.text)) {
      return known;
    }
    const end = text.indexOf(headEnd, start);
    if (end < 0) {
      throw new SyntaxError("No answers");
    }
    // A copy, because a substring would keep the whole text in memory.
    const own = Buffer.from(text.slice(start, end + headEnd.length)).toString();
    const [variable] = this.#decode({ variables: [JSON.parse(`${own}[]}`)] }).variables;
    if (!variable) {
      throw new SyntaxError("No variable");
    }
    if (this.#heads.size >= maxHeads) {
      this.#heads.clear();
    }
    const head = { text: own, variable, next: known?.next };
    this.#heads.set(own.slice(0, key.length), head);
    return head;
  }

  #answers(): Answer[] {
    const answers: Answer[] = [];
    this.#expect("[");
    if (this.#takes("]")) {
      return answers;
    }
    do {
      this.#expect(valueStart);
      const value = this.#string();
      answers.push({ value, etcValue: this.#takes(otherStart) ? this.#string() : undefined });
      this.#expect("}");
    } while (this.#takes(","));
    this.#expect("]");
    return answers;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    this.#expect('"');
    let isPlain = true;
    let at = start + 1;
    for (let unit = text.charCodeAt(at); unit !== quote; unit = text.charCodeAt(at)) {
      if (unit === backslash) {
        at++;
      }
      // Also false past the end of the text, where `unit` is NaN.
      isPlain &&= unit >= space && unit !== backslash;
      if (at >= text.length) {
        break;
      }
      at++;
    }
    this.#at = at + 1;
    // A longer substring would keep the whole text in memory.
    return isPlain && at - start < 13
      ? text.slice(start + 1, at)
      : (JSON.parse(text.slice(start, at + 1)) as string);
  }

  #takes(text: string): boolean {
    const isThere =
      text.length === 1
        ? this.#text.charCodeAt(this.#at) === text.charCodeAt(0)
        : this.#text.startsWith(text, this.#at);
    this.#at += isThere ? text.length : 0;
    return isThere;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) {
      throw new SyntaxError("Written otherwise");
    }
  }
}

/** Many times faster than `startsWith` for long texts. */
function isAt(text: string, start: number, part: string): boolean {
  return text.slice(start, start + part.length) === part;
}

const space = 0x20;
