// Control characters and bidirectional overrides can make a label read as something else.
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

// Control characters that separate words become a space; the others are removed.
const lineBreaks = /[\t\n\v\f\r\u0085]/g;

/** Returns the text on one line: control characters and direction overrides removed, white space collapsed. */
export function oneLine(text: string): string {
  return text.replace(lineBreaks, " ").replace(invisible, "").replace(/\s+/g, " ").trim();
}
