/** In letters of half an em: where less is shared, what differs is in sight anyway. */
const shortest = 16;

const wide = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * The texts of questions that stand beside one another, without the stem that those of a battery begin with: an ellipsis
 * stands for it. Whole words are left out, and only where something remains.
 */
export function withoutSharedStems(texts: readonly string[]): string[] {
  const shared = texts.map((text, index) => stemOf(text, texts[index + 1] ?? ""));
  // A battery ends where two share much less than one of them shares with its other neighbour.
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

/** How much of their beginning two texts share: whole words, or nothing where that is too little, or all of one. */
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

/** The last place up to this one at which a word begins in both. */
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
