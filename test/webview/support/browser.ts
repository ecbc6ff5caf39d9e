import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../scripts/host/browser.ts";

/** Otherwise a tenth of a window's processor time goes into background compilation that ends too late to pay off. */
const args = ["--js-flags=--single-threaded"];

let launched: Promise<Browser> | undefined;

/** One browser for the whole test run; the root hooks close it. */
export function browser(): Promise<Browser> {
  launched ??= launchBrowser(console.log, args);
  return launched;
}

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
}
