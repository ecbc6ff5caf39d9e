import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Waits until `look` finds something. For what no event announces; Playwright's locators wait by themselves. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | false | undefined>,
  timeoutMs = 240_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${timeoutMs / 1000} seconds in vain for ${what}.`);
    }
    await setTimeout(50);
  }
}

/** The text of a file that VS Code writes: it makes the file first, and then writes into it. */
export function writtenText(file: string): Promise<string> {
  return eventually(`the text of ${file}`, async () => {
    const text = await readFile(file, "utf8").catch(() => "");
    return text.endsWith("\n") ? text : undefined;
  });
}
