/** Milliseconds: 30 days. Settings are typed by hand, so what is gone today may only be mistyped. */
const keptFor = 30 * 24 * 3600 * 1000;

/** A stored entry about something in the settings. */
interface Entry {
  /** Time of the first of the starts at which the settings lacked it, epoch milliseconds; `undefined` if they have it. */
  readonly goneAt?: number | undefined;
}

/**
 * Splits entries at the start of a window into those to keep, and those that the settings have lacked at every start for 30
 * days.
 */
export function splitGone<T extends Entry>(
  entries: readonly T[],
  isThere: (entry: T) => boolean,
  now: number,
): { readonly kept: T[]; readonly gone: T[] } {
  const [kept, gone]: [T[], T[]] = [[], []];
  for (const entry of entries) {
    const goneAt = isThere(entry) ? undefined : (entry.goneAt ?? now);
    (goneAt === undefined || now - goneAt < keptFor ? kept : gone).push({ ...entry, goneAt });
  }
  return { kept, gone };
}
