/** Numbers that might lose digits, in strings as well: the texts that `tokens` then looks at are few. */
const suspicious = /[\d.]{16}|\d[eE]/;
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** So many digits survive in any JavaScript number. */
const safeDigits = 15;

/**
 * JSON in which numbers that JavaScript would change (9007199254740993, 1e400) stand as text, with their digits. The bytes
 * are the same ones where there is none.
 */
export function withExactNumbers(json: Uint8Array): Uint8Array {
  // A character a byte: UTF-8 has no quote, backslash or digit inside of a character.
  const text = Buffer.from(json.buffer, json.byteOffset, json.length).toString("latin1");
  return suspicious.test(text)
    ? Buffer.from(
        text.replace(tokens, (it) => (it.startsWith('"') || isKept(it) ? it : `"${it}"`)),
        "latin1",
      )
    : json;
}

/** Whether the text is a number that JavaScript would change. */
export function isInexactNumber(text: string): boolean {
  return /^-?\d[\d.eE+-]*$/.test(text) && !isKept(text);
}

function isKept(token: string): boolean {
  const number = Number(token);
  const digits = token
    .replace(/[eE].*/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  return (
    Number.isNaN(number) ||
    (Number.isFinite(number) && (digits.length <= safeDigits || String(number) === token))
  );
}
