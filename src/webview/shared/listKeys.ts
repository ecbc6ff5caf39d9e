/**
 * Returns the index to which a key leads in a list, as in every list; undefined if it leads nowhere.
 * @param at index from which it leads
 */
export function listTarget(
  key: string,
  at: number,
  count: number,
  { previous = "ArrowUp", next = "ArrowDown", wraps = false } = {},
): number | undefined {
  const to = { [previous]: at - 1, [next]: at + 1, Home: 0, End: count - 1 }[key];
  if (to === undefined) {
    return undefined;
  }
  return wraps ? (to + count) % count : Math.max(0, Math.min(to, count - 1));
}
