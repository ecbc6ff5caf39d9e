/** Shortest stem that is left out, in characters of half an em. After a shorter one, the difference is in sight anyway. */
const shortest = 16;

const wide = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Replaces the stem that neighbouring questions of a battery share by an ellipsis: only whole words, and only if something
 * remains.
 */
export function withoutSharedStems(texts: readonly string[]): string[] {
  const shared = texts.map((text, index) => stemOf(text, texts[index + 1] ?? ""));
  // A battery ends between two texts that share much less than one of them shares with its other neighbour.
  const isJoined = shared.map(
    (length, index) =>
      length > 0 && 2 * length >= Math.max(shared[index - 1] ?? 0, shared[index + 1] ?? 0),
  );
  const short = [...texts];
  for (let first = 0; first < texts.length; first++) {
    let last = first;
    let stem = Infinity;
    while (isJoined[last]) {
      stem = Math.min(stem, shared[last] ?? 0);
      last++;
    }
    for (; first < last; first++) {
      short[first] = withoutStart(short[first] ?? "", stem);
    }
    if (stem < Infinity) {
      short[last] = withoutStart(short[last] ?? "", stem);
    }
  }
  return short;
}

function withoutStart(text: string, length: number): string {
  return `… ${text.slice(length).trimStart()}`;
}

/** Returns the length of the beginning that two texts share, in whole words; 0 if that is too short, or all of one text. */
function stemOf(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) {
    length++;
  }
  length = wordStart(a, b, length);
  const stem = a.slice(0, length).trim();
  const isLong = stem.length + (stem.match(wide)?.length ?? 0) >= shortest;
  return isLong && hasText(a.slice(length)) && hasText(b.slice(length)) ? length : 0;
}

/** Returns the last index up to this one at which a word begins in both texts. */
function wordStart(a: string, b: string, upTo: number): number {
  let place = upTo;
  for (let before = -1; place !== before;) {
    before = place;
    for (const text of [a, b]) {
      place = words.segment(text).containing(place)?.index ?? place;
    }
  }
  return place;
}

function hasText(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
