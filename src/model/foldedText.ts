/** Folds case, so that texts compare regardless of it. */
export function foldedText(text: string): string {
  return text.toLowerCase();
}
