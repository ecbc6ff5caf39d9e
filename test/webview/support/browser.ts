import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../scripts/host/browser.ts";

let launched: Promise<Browser> | undefined;

/** One browser for the whole test run; the root hooks close it. */
export function browser(): Promise<Browser> {
  launched ??= launchBrowser(console.log);
  return launched;
}

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
}
