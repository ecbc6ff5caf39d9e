import { JsonError } from "../protocol/json.ts";
import { safeDigits, walkable, walkSpace, walkValue } from "../protocol/jsonWalker.ts";

/**
 * Returns the JSON with numbers that JavaScript would change (9007199254740993, 1e400) as strings of their digits. Returns
 * the same bytes if there are none.
 */
export function withExactNumbers(json: Uint8Array): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length);
  const numbers = candidatesIn(json);
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    const [start, end = 0] = numbers.slice(index, index + 2);
    const number = bytes.toString("latin1", start, end);
    if (!isKept(number)) {
      parts.push(bytes.subarray(copied, start), Buffer.from(`"${number}"`));
      copied = end;
    }
  }
  return copied === 0 ? json : Buffer.concat([...parts, bytes.subarray(copied)]);
}

/**
 * Returns where numbers start and end that JavaScript may change. Ignores invalid JSON: whoever parses it reports the error.
 */
function candidatesIn(json: Uint8Array): number[] {
  const numbers: number[] = [];
  try {
    const text = walkable(json);
    walkValue(text, walkSpace(text, 0), 0, numbers);
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
  }
  return numbers;
}

/** Returns true if the text is a number that JavaScript would change. */
export function isInexactNumber(text: string): boolean {
  return /^-?\d[\d.eE+-]*$/.test(text) && !isKept(text);
}

/** Closer to 0, a JavaScript number has fewer digits, down to none. */
const leastPrecise = 2 ** -1022;

function isKept(token: string): boolean {
  const number = Number(token);
  if (String(number) === token || Number.isNaN(number)) {
    return true;
  }
  const digits = digitsOf(token);
  const isPrecise = Number.isFinite(number) && Math.abs(number) >= leastPrecise;
  return digits === 0 || (isPrecise && digits <= safeDigits);
}

function digitsOf(number: string): number {
  return number
    .replace(/[eE].*/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "").length;
}
