/** Folds case and composes letters, so that texts compare regardless of both. */
export function foldedText(text: string): string {
  // Composed last, as some letters are composed only in lower case.
  return text.toLowerCase().normalize();
}

/** Returns the folded text if every letter keeps its position; otherwise `undefined`. */
export function foldedInPlace(text: string): string | undefined {
  const lower = text.toLowerCase();
  return lower.length === text.length && lower.normalize() === lower ? lower : undefined;
}
