/** Cuts a long text in the middle, because what tells texts apart often stands at their end. @param most number of characters */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  const over = characters.length - most;
  const start = Math.ceil((most * 3) / 5);
  return over <= 0 ? text : characters.toSpliced(start - 1, over + 1, "…").join("");
}
