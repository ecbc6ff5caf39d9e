import { cutBytes } from "../../../model/cutBytes.ts";

const reserved = new Set([..."ALL AND BY EQ GE GT LE LT NE NOT OR TO WITH".split(" ")]);

const longestName = 64;
/** Length of a short name, without the ending that distinguishes segments. */
const stemLength = 5;

/**
 * Returns the names of columns in a .sav file, in their order: names that SPSS accepts, at most 64 bytes, unique without
 * regard to case. A valid name stays. In others, characters that are not allowed become `_`, and a name that begins with
 * what is not allowed, or is a word of the language, gets an `@` in front, as SPSS does on import. Long names are cut, and
 * names that exist already get `_2`, `_3`, and so on.
 */
export function savNames(names: readonly string[]): string[] {
  return unique(names, (name) => {
    const valid = withoutEnd(name.replaceAll(/[^\p{L}\p{M}\p{N}._$#@]/gu, "_"));
    return /^[\p{L}@]/u.test(valid) && !reserved.has(key(valid)) ? valid : `@${valid}`;
  });
}

/**
 * Returns the names of multiple-response sets: as for variables, with a `$` in front, which any allowed character may
 * follow.
 */
export function savSetNames(names: readonly string[]): string[] {
  return unique(
    names,
    (name) => `$${withoutEnd(name.replaceAll(/[^\p{L}\p{M}\p{N}._$#@]/gu, "_"))}`,
  );
}

/**
 * Returns as many short names, of five bytes in upper-case ASCII, for readers that accept no longer ones. No short name is
 * the beginning of one of `names`: a reader that renames variables one by one must not find a name taken by a short one.
 */
export function shortNames(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => key(name).slice(0, stemLength)));
  const short: string[] = [];
  for (let count = 1; short.length < names.length; count++) {
    const name = `V${base36(count, stemLength - 1)}`;
    if (!taken.has(key(name))) {
      short.push(name);
    }
  }
  return short;
}

/** Returns the short name of a segment of a very long string; the first segment has the variable's. */
export function segmentName(shortName: string, segment: number): string {
  return segment === 0 ? shortName : shortName + base36(segment, 2);
}

function unique(names: readonly string[], valid: (name: string) => string): string[] {
  const taken = new Set<string>();
  const take = (name: string) => taken.size < taken.add(key(name)).size;
  // Take the names that can stay first, so that a changed name that becomes the same does not take theirs.
  const staying = names.map((name) => cutName(valid(name), "") === name && take(name));
  const counts = new Map<string, number>();
  return names.map((name, index) => {
    if (staying[index]) {
      return name;
    }
    const wanted = cutName(valid(name), "");
    let count = counts.get(key(wanted)) ?? 1;
    let free = wanted;
    while (!take(free)) {
      count++;
      free = cutName(wanted, `_${count}`);
    }
    counts.set(key(wanted), count);
    return free;
  });
}

function cutName(name: string, end: string): string {
  return withoutEnd(cutBytes(name, longestName - end.length)) + end;
}

/** Replaces periods at the end of a name: they would end the command. */
function withoutEnd(name: string): string {
  return name.replace(/\.+$/, (end) => "_".repeat(end.length));
}

/** Returns the same key for names that a reader takes for the same. */
function key(name: string): string {
  return name.normalize("NFKD").toLowerCase().toUpperCase();
}

function base36(value: number, length: number): string {
  return value.toString(36).toUpperCase().padStart(length, "0");
}
