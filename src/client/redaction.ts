import { oneLine } from "../model/oneLine.ts";
import { base64, pair, type SpaceCredentials } from "./authorization.ts";

/** Returns a foreign text on one line, without invisible characters and without the credentials. */
export type Redactor = (text: string) => string;

/** Shorter texts may occur anywhere by chance. */
const shortest = 8;
/** Longer texts are not words. */
const longestWord = 15;

/**
 * Returns a function that masks the credentials in every form in which they are known to occur. It cleans the text first,
 * because an invisible character would split them.
 * @param credentials `undefined` if there is nothing to hide
 */
export function redactorFor(credentials: SpaceCredentials | undefined): Redactor {
  const secrets = credentials ? secretsOf(credentials) : [];
  return (text) => {
    const shown = oneLine(text).replace(/\p{Cf}/gu, "");
    const found =
      secrets.length === 0 ? [] : readings(shown).flatMap((it) => rangesIn(it, secrets));
    return masked(
      shown,
      found.filter(({ start, end, isWord }) => !isWord || isGiven(shown, start, end)),
    );
  };
}

interface Secret {
  readonly text: string;
  /** True if it may be part of an unrelated sentence: masking it there would spoil the sentence and betray the word. */
  readonly isWord: boolean;
}

function secretsOf(credentials: SpaceCredentials): Secret[] {
  const { spaceId, apiKey } = credentials;
  // A short Space ID may be any number.
  const told = [pair(credentials), apiKey, ...(spaceId.length >= shortest ? [spaceId] : [])];
  const plain = told.flatMap((it) => [it, readings(it).at(-1)?.text ?? it]);
  const encoded = [pair(credentials), apiKey].flatMap(encodedForms);
  return [
    ...plain.filter((it) => it !== "").map((it) => ({ text: folded(it), isWord: isWord(it) })),
    ...encoded.map((it) => ({ text: folded(it), isWord: false })),
  ];
}

function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [
    base64(secret),
    bytes.toString("base64url"),
    ...[1, 2].map((offset) => base64At(bytes, offset)),
    bytes.toString("hex"),
  ].filter((it) => it.length >= shortest);
}

/** Returns the part of the base64 that depends on the secret alone if the secret is `offset` bytes into a longer text. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  return text.slice(offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
}

function isWord(text: string): boolean {
  return text.length < shortest || (text.length <= longestWord && /^\p{L}+$/u.test(text));
}

/** Returns true if a word follows something that announces a secret, such as "key: ". */
function isGiven(shown: string, start: number, end: number): boolean {
  const before = shown.slice(Math.max(0, start - 40), start);
  const told =
    /(key|space[ _-]?id|token|secret|password|authorization|basic|bearer)(["'\]]*\s*[:=]\s*["']?|\s+(is|was)\s+["']?|\s+["'])$/i;
  return told.test(before) && !/^[\p{L}\p{N}]/u.test(shown.slice(end));
}

/** A text with some escapes decoded, and the position of each of its characters in the shown text. */
interface Reading {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Number of times that escapes are decoded at most. */
const maxLevels = 4;

/** Returns the shown text, and the text after decoding its escapes once, twice, and so on. */
function readings(shown: string): Reading[] {
  const text = shown.toWellFormed();
  const found: Reading[] = [];
  let next: Reading | undefined = {
    text,
    starts: Array.from({ length: text.length }, (_, index) => index),
    ends: Array.from({ length: text.length }, (_, index) => index + 1),
  };
  while (next && found.length <= maxLevels) {
    found.push(next);
    next = unescaped(next);
  }
  return found;
}

const escapes =
  /(?:%[0-9a-f]{2})+|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\(?=[^\w\s])|\s+/gi;

/** Decodes one level of escapes and removes white space. Returns `undefined` if there is neither. */
function unescaped({ text, starts, ends }: Reading): Reading | undefined {
  const parts: string[] = [];
  const places: { start: number; end: number }[] = [];
  let done = 0;
  const keep = (upTo: number) => {
    for (; done < upTo; done++) {
      parts.push(text.charAt(done));
      places.push({ start: starts[done] ?? 0, end: ends[done] ?? 0 });
    }
  };
  for (const { 0: escape, index } of text.matchAll(escapes)) {
    const means = meaningOf(escape);
    if (means !== escape) {
      keep(index);
      done = index + escape.length;
      const place = { start: starts[index] ?? 0, end: ends[done - 1] ?? 0 };
      for (let unit = 0; unit < means.length; unit++) {
        parts.push(means.charAt(unit));
        places.push(place);
      }
    }
  }
  if (done === 0) {
    return undefined;
  }
  keep(text.length);
  return {
    text: parts.join(""),
    starts: places.map((it) => it.start),
    ends: places.map((it) => it.end),
  };
}

function meaningOf(escape: string): string {
  if (escape.startsWith("%")) {
    return Buffer.from(escape.replaceAll("%", ""), "hex").toString("utf8");
  }
  if (escape.startsWith("&")) {
    return entityOf(escape.slice(1, -1)) ?? escape;
  }
  const code = /^\\[ux](.+)$/i.exec(escape)?.[1];
  return code === undefined ? "" : String.fromCharCode(Number.parseInt(code, 16));
}

/** Named entities that escapers produce for ASCII characters. */
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  plus: "+",
  sol: "/",
  equals: "=",
  colon: ":",
  num: "#",
  percnt: "%",
  bsol: "\\",
};

function entityOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (hex === undefined && decimal === undefined) {
    return entities[name.toLowerCase()];
  }
  return code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
}

/** Returns where the shown text has the secrets that occur in the reading. */
function rangesIn({ text, starts, ends }: Reading, secrets: readonly Secret[]): Range[] {
  const looked = folded(text);
  return secrets.flatMap((secret) => {
    const found: Range[] = [];
    let at = looked.indexOf(secret.text);
    while (at >= 0) {
      const last = at + secret.text.length - 1;
      found.push({ start: starts[at] ?? 0, end: ends[last] ?? 0, isWord: secret.isWord });
      at = looked.indexOf(secret.text, at + 1);
    }
    return found;
  });
}

/**
 * Lowers the case of ASCII letters: hexadecimal and escapes come in both cases. Other letters stay, because changing their
 * case may change the length.
 */
function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (it) => it.toLowerCase());
}

function masked(shown: string, ranges: readonly Range[]): string {
  let text = "";
  let done = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (end > done) {
      text += start >= done ? `${shown.slice(done, start)}***` : "";
      done = end;
    }
  }
  return text + shown.slice(done);
}
