// Control characters and bidirectional overrides can make a label read as something else.
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

// Control characters that part words; the others vanish without a gap.
const lineBreaks = /[\t\n\v\f\r\u0085]/g;

/** Plain text for a place of one line: control characters and direction overrides removed, white space folded. */
export function oneLine(text: string): string {
  return text.replace(lineBreaks, " ").replace(invisible, "").replace(/\s+/g, " ").trim();
}
