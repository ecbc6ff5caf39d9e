import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { format } from "node:util";
import { build as bundle } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { exposeAutomation, launchBrowser, type BrowserChoices } from "../host/browser.ts";
import { build } from "../host/build.ts";
import { Cleanup } from "../host/cleanup.ts";
import { repository } from "../host/folders.ts";
import { currentRelease, provisionVsCode } from "../host/provision.ts";
import { startServer, type VsCodeServer } from "../host/server.ts";
import { workbenchUrl } from "../host/workbench.ts";
import type { Bench } from "./bench.ts";

export interface VsCode extends AsyncDisposable {
  readonly server: VsCodeServer;
  readonly browser: Browser;
  readonly page: Page;
  /** Resolves when what runs in the extension host has come to its end; rejects where it failed. */
  readonly ended: Promise<void>;
}

interface VsCodeChoices extends BrowserChoices {
  /** TypeScript of the module whose `run` the extension host calls. */
  readonly runs: string;
  /** JavaScript for every frame, before its own. */
  readonly script?: string;
}

/** A window of VS Code that has the extension as it ships. */
export async function startVsCode(bench: Bench, choices: VsCodeChoices): Promise<VsCode> {
  const { runs, script, ...browserChoices } = choices;
  await build("--production");
  const tests = join(bench.folder, "hostRunner.cjs");
  await bundle({
    stdin: { contents: runs, resolveDir: repository },
    outfile: tests,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "error",
  });
  const cleanup = new Cleanup();
  try {
    const server = await startServer(await provisionVsCode(currentRelease, console.error));
    cleanup.add(server.stop);
    const browser = await launchBrowser(console.error, browserChoices);
    cleanup.add(() => browser.close());
    const page = await browser.newPage();
    let lastSaid = "";
    const automation = new EventEmitter<{ exit: [number] }>();
    const exit = once(automation, "exit").then(([code]) => Number(code));
    await exposeAutomation(page, {
      onLog: (_, args) => {
        lastSaid = format(...args);
      },
      onExit: (code) => automation.emit("exit", code),
    });
    if (script !== undefined) {
      await page.addInitScript({ content: script });
    }
    await page.goto(workbenchUrl(server, { extension: repository, tests }).href);
    const ended = Promise.race([exit, server.ended]).then((code) => {
      if (code !== 0) {
        throw new Error(`What was to be measured in VS Code failed. ${lastSaid}`);
      }
    });
    // It is told to who waits for it.
    ended.catch(() => undefined);
    return { server, browser, page, ended, [Symbol.asyncDispose]: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
