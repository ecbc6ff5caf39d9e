import { utf8Length } from "./tabular/valueFacts.ts";

/** Returns as much of a text as fits into the bytes of UTF-8. Does not split what a reader sees as one character. */
export function cutBytes(text: string, bytes: number): string {
  // Nearly all texts fit, and each row of the tree has a name.
  if (utf8Length(text) <= bytes) {
    return text;
  }
  let length = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    length += utf8Length(segment);
    if (length > bytes) {
      break;
    }
    end = index + segment.length;
  }
  return text.slice(0, end);
}
