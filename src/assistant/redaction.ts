import { withAsciiDigits } from "../model/asciiDigits.ts";
import { oneLine } from "../model/oneLine.ts";

/*
 * Removes what identifies people from texts that respondents wrote, before the texts are shared. Repetitions in the patterns
 * are bounded and start only at the beginning of a word or number, so the time is linear in a text's length.
 */

export const redactedKinds = ["email", "phone", "link", "card", "id"] as const;
export type RedactedKind = (typeof redactedKinds)[number];

export interface Redacted {
  readonly text: string;
  readonly counts: Readonly<Record<RedactedKind, number>>;
}

interface Pattern {
  readonly kind: RedactedKind;
  readonly pattern: RegExp;
  /** Returns how many characters of the match to remove. 0: none, but a match may begin within it. Default: all. */
  readonly lengthOf?: (found: string) => number;
  /** Returns true if the whole match is something else. */
  readonly isOther?: (found: string) => boolean;
}

const rest = "[^\\s<>\"'「」『』【】]{0,2000}";
const domains =
  "com|net|org|edu|gov|info|biz|io|ai|app|dev|online|site|shop|store|xyz|tv|page|link|blog|tech|kr|jp|cn|de|uk|fr|eu|us|ca|au|ly|gl";
// Separators between groups of digits. Up to three, such as a dash between spaces.
const gap = "[ .\\u2010-\\u2015/()-]";

// Dates such as 01.02.2025 and 2025-03-01. With the number behind them, they would look like a phone number.
const date =
  "(?:\\d{2}[ ./-]\\d{2}[ ./-](?:19|20)\\d{2}|(?:19|20)\\d{2}[ ./-]{1,2}\\d{1,2}[ ./-]{1,2}\\d{1,2})";
const isDate = new RegExp(`^${date}$`);

/** Patterns in the order in which they are applied: longer and more certain ones first. */
const patterns: readonly Pattern[] = [
  {
    kind: "link",
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:https?|ftp)://${rest}`, "giu"),
  },
  {
    kind: "email",
    pattern:
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+-][\p{L}\p{N}._%+-]{0,255} ?(?:@|\(at\)|\[at\]) ?[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.){1,5}(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59}|한국)/giu,
  },
  {
    kind: "link",
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}@.-])(?:[a-z0-9-]{1,63}\\.){1,4}(?:(?:${domains})(?![a-z0-9-])(?:[/?#]${rest})?|[a-z]{2,24}/(?=[a-z0-9])${rest})`,
      "giu",
    ),
  },
  // Account number (IBAN): a country, two check digits, and up to 30 letters and digits.
  {
    kind: "id",
    pattern: /(?<![a-z0-9])[a-z]{2}\d{2}(?: ?[a-z0-9]){11,30}(?![a-z0-9])/gi,
    lengthOf: ibanLength,
  },
  // Resident registration number of Korea: the date of birth, and seven digits, of which six may be masked.
  {
    kind: "id",
    pattern:
      /(?<!\d)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]) ?[\u2010-\u2015-]? ?\d(?:\d{6}|[*x]{6})(?!\d)/gi,
  },
  {
    kind: "card",
    pattern: new RegExp(`(?<![\\d+])\\d(?:${gap}{0,3}\\d){12,18}(?!\\d)`, "g"),
    lengthOf: cardLength,
  },
  // Social security number of the United States.
  {
    kind: "id",
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}[ -]{1,3}(?!00)\d{2}[ -]{1,3}(?!0000)\d{4}(?![\d-])/g,
  },
  // Phone number with a country code.
  {
    kind: "phone",
    pattern: new RegExp(
      `(?<![\\d\\p{L}])(?:\\+|00)[1-9]\\d{0,2}(?:${gap}{0,3}\\d){6,13}(?!\\d)`,
      "gu",
    ),
  },
  // Phone number with an area code, or of a mobile phone.
  {
    kind: "phone",
    pattern: new RegExp(`(?<![\\d+.,])(?:${date}|\\(?0\\d(?:${gap}{0,3}\\d){7,10})(?!\\d)`, "g"),
    isOther: (found) => isDate.test(found),
  },
  {
    kind: "phone",
    pattern:
      /(?<![\d+.,-])(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]{1,3}[2-9]\d{2}[ .-]{1,3}\d{4}(?![\d-])/g,
  },
  // Phone numbers of companies in Korea.
  {
    kind: "phone",
    pattern:
      /(?<![\d.,-])1(?:5(?:22|33|44|66|77|88|99)|6(?:44|6[016]|70|88)|8(?:11|33|55|77|99)) ?- ?\d{4}(?![\d-])/g,
  },
];

/** Replaces each match by its kind, such as `[email]`. Returns the text and the number of matches of each kind. */
export function redacted(text: string): Redacted {
  const counts = { email: 0, phone: 0, link: 0, card: 0, id: 0 };
  let left = plainText(text);
  for (const { kind, pattern, lengthOf, isOther } of patterns) {
    let [kept, from] = ["", 0];
    for (let match = pattern.exec(left); match; match = pattern.exec(left)) {
      const [found] = match;
      if (isOther?.(found)) {
        continue;
      }
      const length = lengthOf?.(found) ?? found.length;
      pattern.lastIndex = match.index + Math.max(1, length);
      if (length > 0) {
        counts[kind]++;
        kept += `${left.slice(from, match.index)}[${kind}]`;
        from = match.index + length;
      }
    }
    left = kept + left.slice(from);
  }
  return { text: left, counts };
}

/**
 * Removes invisible characters, and makes any white space one space: both could split a number. Makes full-width characters
 * and foreign digits ASCII.
 */
function plainText(text: string): string {
  return withAsciiDigits(
    oneLine(text.replace(/\p{Default_Ignorable_Code_Point}/gu, "")).replace(
      /[\uff01-\uff5e]/g,
      (it) => String.fromCharCode(it.charCodeAt(0) - 0xfee0),
    ),
  );
}

/** Returns the length of the card number at the start of the match: an expiry date may follow it. 0 if there is none. */
function cardLength(found: string): number {
  const isDigit = (at: number): boolean => /^\d/.test(found.charAt(at));
  const digits = found.replace(/\D/g, "");
  let end = found.length;
  for (let count = digits.length; count >= 13; count--) {
    if (!isDigit(end) && hasCheckDigit(digits.slice(0, count))) {
      return end;
    }
    do {
      end--;
    } while (!isDigit(end - 1));
  }
  return 0;
}

/** Returns true if Luhn's check digit is right, which all card numbers have. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}

/**
 * Returns the length of the account number at the start of the match: the longest part that passes the check of ISO 13616.
 * It has at least 15 characters, and other words may follow it. 0 if there is none.
 */
function ibanLength(found: string): number {
  for (let end = found.length; end > 0; end--) {
    const text = found.slice(0, end).replaceAll(" ", "");
    const isWord = end === found.length || found[end] === " ";
    if (text.length < 15) {
      return 0;
    }
    if (isWord && remainderOf(text.slice(4) + text.slice(0, 4)) === 1) {
      return end;
    }
  }
  return 0;
}

function remainderOf(text: string): number {
  let remainder = 0;
  for (const letter of text) {
    const value = parseInt(letter, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
