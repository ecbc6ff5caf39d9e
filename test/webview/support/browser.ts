import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../scripts/host/browser.ts";

/** A tenth of the processor time of a window goes into compiling in the background what is over before it pays. */
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
