import { inEnglish, localizable, type LocalizableText } from "../model/localizable.ts";

/**
 * Thrown if bytes are not the expected JSON. `text` continues a sentence that names the bytes, and says what is wrong, and
 * where.
 */
export class JsonError extends Error {
  readonly text: LocalizableText;
  /** Position of the first byte that does not fit, if it is known. */
  readonly at: number | undefined;

  constructor(text: LocalizableText, at?: number) {
    super(inEnglish(text));
    this.name = "JsonError";
    this.text = text;
    this.at = at;
  }

  /** Compares names, because each bundle has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): value is JsonError {
    return value instanceof Error && value.name === "JsonError";
  }
}

/** Nesting depth of arrays and objects beyond which a text is rejected. */
export const maximumDepth = 500;

/** Returns the bytes without a UTF-8 byte order mark at their start. They share the memory. */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses all the bytes as one value. Bytes that are not UTF-8 throw; they never become a replacement character. A member
 * `__proto__` is a member like any other.
 * @throws JsonError
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = utf8Text(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The engine's own message quotes the text, and answers must not get into logs.
    throw new JsonError(localizable("is not JSON, or is cut off"));
  }
}

/** @throws JsonError if the bytes are not UTF-8 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new JsonError(localizable("is not UTF-8 text"));
  }
}
