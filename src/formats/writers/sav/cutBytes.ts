/** Returns as much of a text as fits into the bytes of UTF-8. Does not split what a reader sees as one character. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) {
    return text;
  }
  let length = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) {
      break;
    }
    end = index + segment.length;
  }
  return text.slice(0, end);
}
