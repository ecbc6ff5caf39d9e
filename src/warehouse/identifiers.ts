import { createHash } from "node:crypto";

/** Maximum length of a name in UTF-8. The database silently truncates longer ones, so that two names may become one. */
const maxBytes = 63;
/** Number of hex digits of the hash that distinguishes names with the same beginning. */
const hashLength = 8;

/** Returns the name, or its beginning and a hash of it if it is too long. Does not depend on other names. */
export function fitIdentifier(name: string, room = maxBytes): string {
  const shown = name.replace(/\0/g, "\ufffd");
  if (Buffer.byteLength(shown) <= room) {
    return shown;
  }
  const hash = createHash("sha256").update(shown).digest("hex").slice(0, hashLength);
  return `${beginning(shown, room - hashLength - 1)}_${hash}`;
}

/** Returns as many whole characters as fit into that number of bytes. */
function beginning(text: string, bytes: number): string {
  let room = bytes;
  let end = 0;
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) {
      break;
    }
    end += character.length;
  }
  return text.slice(0, end);
}

/** Makes names unique among columns, ignoring case, because many programs do not distinguish upper and lower case. */
export class Identifiers {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(Array.from(taken, (it) => it.toLowerCase()));
  }

  /** Returns the name if it is free, otherwise the name with a number appended. */
  take(name: string): string {
    let fit = fitIdentifier(name);
    for (let number = 2; this.#taken.has(fit.toLowerCase()); number++) {
      const suffix = `_${number}`;
      fit = fitIdentifier(name, maxBytes - suffix.length) + suffix;
    }
    this.#taken.add(fit.toLowerCase());
    return fit;
  }
}

/** Returns the name as a quoted identifier, so that reserved words are allowed. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the text as a literal, for statements that take no parameters. */
export function literal(text: string): string {
  // The prefix E gives backslashes the same meaning whatever the server's settings are.
  return `E'${text.replace(/\0/g, "\ufffd").replace(/['\\]/g, "\\$&")}'`;
}
