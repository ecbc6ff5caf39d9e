import { chromium, type Browser, type Page } from "playwright-core";
import { provisionBrowser } from "./chromium.ts";
import type { Progress } from "./install.ts";

/** Without these flags, Chromium sends requests to Google's servers, which fail on a closed network. */
const offline = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-domain-reliability",
];

/** Flags that make the pixels the same with and without a graphics card. */
const steadyPictures = ["--disable-gpu", "--font-render-hinting=none"];

export async function launchBrowser(
  progress: Progress,
  args: readonly string[] = [],
): Promise<Browser> {
  const { executable, environment } = await provisionBrowser(progress);
  return chromium.launch({
    executablePath: executable,
    args: [...offline, ...steadyPictures, ...args],
    env: { ...process.env, ...environment },
    // The caller closes the browser: it must not close by itself on a signal.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** Callbacks for the output and the end of tests that run in a window's extension host. */
export interface Automation {
  onLog(type: string, args: readonly unknown[]): void;
  onExit(code: number): void;
}

export async function exposeAutomation(page: Page, automation: Automation): Promise<void> {
  await page.exposeFunction("codeAutomationLog", (type: string, args: unknown[]) =>
    automation.onLog(type, args),
  );
  await page.exposeFunction("codeAutomationExit", (code: number) => automation.onExit(code));
}
