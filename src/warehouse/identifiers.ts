import { createHash } from "node:crypto";

/** What is longer in UTF-8, the database cuts silently, and two names may become one. */
const mostBytes = 63;
/** Hex digits of the hash that tells names apart which begin alike. */
const hashLength = 8;

/** The name, or its beginning and a hash of it: the same for the same name, whatever others there are. */
export function fitIdentifier(name: string, room = mostBytes): string {
  const shown = name.replace(/\0/g, "\ufffd");
  if (Buffer.byteLength(shown) <= room) {
    return shown;
  }
  const hash = createHash("sha256").update(shown).digest("hex").slice(0, hashLength);
  return `${beginning(shown, room - hashLength - 1)}_${hash}`;
}

/** As many whole characters as that many bytes hold. */
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

/** Names that no two columns share, upper and lower case being the same: many programs do not tell these apart. */
export class Identifiers {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(Array.from(taken, (it) => it.toLowerCase()));
  }

  /** The name itself where it can be, else with a number behind it. */
  take(name: string): string {
    let fit = fitIdentifier(name);
    for (let number = 2; this.#taken.has(fit.toLowerCase()); number++) {
      const suffix = `_${number}`;
      fit = fitIdentifier(name, mostBytes - suffix.length) + suffix;
    }
    this.#taken.add(fit.toLowerCase());
    return fit;
  }
}

/** As SQL has it, reserved words and all. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in a statement that takes no parameters. */
export function literal(text: string): string {
  // With the E, a backslash means the same whatever the server is set to.
  return `E'${text.replace(/\0/g, "\ufffd").replace(/['\\]/g, "\\$&")}'`;
}
