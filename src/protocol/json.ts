import { inEnglish, localizable, type LocalizableText } from "../model/localizable.ts";

/** The bytes are not the JSON that was asked for. `text` goes on from what names them, and says what is wrong, and where. */
export class JsonError extends Error {
  readonly text: LocalizableText;

  constructor(text: LocalizableText) {
    super(inEnglish(text));
    this.name = "JsonError";
    this.text = text;
  }

  /** By what it says of itself: the class of another bundle is not this one. */
  static override [Symbol.hasInstance](value: unknown): value is JsonError {
    return value instanceof Error && value.name === "JsonError";
  }
}

/** Levels of arrays and objects inside each other, beyond which a text is refused. */
export const maximumDepth = 500;

/** The bytes without one UTF-8 byte order mark at their start. The memory is shared. */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The value that the whole of the bytes is. Bytes that are not UTF-8 are an error, never a replacement character. A
 * member called `__proto__` is a member like any other.
 * @throws JsonError
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = utf8Text(bytes);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The engine's own message quotes the text, and answers do not belong in logs.
    throw new JsonError(localizable("is not JSON, or is cut off"));
  }
}

/** @throws JsonError where the bytes are not UTF-8 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new JsonError(localizable("is not UTF-8 text"));
  }
}
