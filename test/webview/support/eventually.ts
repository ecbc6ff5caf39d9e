import { setTimeout } from "node:timers/promises";

/** Waits until `look` finds something. For what no event announces; Playwright's locators wait by themselves. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined>,
  timeoutMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${timeoutMs / 1000} seconds in vain for ${what}.`);
    }
    await setTimeout(50);
  }
}
