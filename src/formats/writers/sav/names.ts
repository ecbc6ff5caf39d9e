import { cutBytes } from "./cutBytes.ts";

const reserved = new Set([..."ALL AND BY EQ GE GT LE LT NE NOT OR TO WITH".split(" ")]);

const longestName = 64;
/** Of a short name, without what tells segments apart. */
const stemLength = 5;

/**
 * What columns are called in a .sav file, in their order: names of SPSS, at most 64 bytes, unique without regard to case. A
 * name that is one stays. In others, characters that cannot be in a name become `_`, and what cannot begin a name, or is a
 * word of the language, gets an `@` in front, as SPSS does it on import; what is too long is cut, and what is there already
 * gets `_2`, `_3`, and so on.
 */
export function savNames(names: readonly string[]): string[] {
  return unique(names, (name) => {
    const valid = withoutEnd(name.replaceAll(/[^\p{L}\p{M}\p{N}._$#@]/gu, "_"));
    return /^[\p{L}@]/u.test(valid) && !reserved.has(key(valid)) ? valid : `@${valid}`;
  });
}

/** What multiple-response sets are called: as variables, with a `$` in front, behind which anything may stand. */
export function savSetNames(names: readonly string[]): string[] {
  return unique(
    names,
    (name) => `$${withoutEnd(name.replaceAll(/[^\p{L}\p{M}\p{N}._$#@]/gu, "_"))}`,
  );
}

/**
 * As many names of five bytes, in ASCII and upper case, for readers that know none that are longer. None is the beginning of
 * one of `names`: a reader that gives variables their names one by one must not find a name taken by a short one.
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

/** The short name of a segment of a very long string; the first has the variable's. */
export function segmentName(shortName: string, segment: number): string {
  return segment === 0 ? shortName : shortName + base36(segment, 2);
}

function unique(names: readonly string[], valid: (name: string) => string): string[] {
  const taken = new Set<string>();
  const take = (name: string) => taken.size < taken.add(key(name)).size;
  // Names that can stay come first: another that becomes the same must not take theirs.
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

/** A name does not end with a period: it would end the command. */
function withoutEnd(name: string): string {
  return name.replace(/\.+$/, (end) => "_".repeat(end.length));
}

/** The same for names that a reader takes for the same. */
function key(name: string): string {
  return name.normalize("NFKD").toLowerCase().toUpperCase();
}

function base36(value: number, length: number): string {
  return value.toString(36).toUpperCase().padStart(length, "0");
}
