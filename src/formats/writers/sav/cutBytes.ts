/** As much of a text as fits into so many bytes of UTF-8; what a reader sees as one character is not taken apart. */
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
