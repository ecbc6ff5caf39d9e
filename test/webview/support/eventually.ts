import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Milliseconds. Long, for a window that starts on a busy machine; only a test that fails waits this long. */
export const patienceMs = 240_000;

/** Waits until `look` finds something. For what no event announces; Playwright's locators wait by themselves. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | false | undefined>,
  timeoutMs = patienceMs,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${timeoutMs / 1000} seconds without success for ${what}.`);
    }
    await setTimeout(50);
  }
}

/** Resolves to true if the attempt succeeds, to false otherwise, so that `eventually` makes another. */
export function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

/**
 * Returns the text of a file that VS Code writes, once it is there: VS Code makes the file first, and then writes into it.
 */
export function textOnceWritten(file: string): Promise<string> {
  return eventually(`the text of ${file}`, async () => {
    const text = await readFile(file, "utf8").catch(() => "");
    return text.endsWith("\n") ? text : undefined;
  });
}
