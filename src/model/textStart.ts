/** Returns the first characters of a text, one fewer if the last would be half of a surrogate pair. */
export function textStart(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
