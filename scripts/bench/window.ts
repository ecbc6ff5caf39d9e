// Windows of VS Code that have the extension as it ships.
import { EventEmitter, once } from "node:events";
import { stat } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { format } from "node:util";
import type { Page } from "playwright-core";
import { exposeAutomation, launchBrowser, type BrowserChoices } from "../host/browser.ts";
import { build } from "../host/build.ts";
import { Cleanup } from "../host/cleanup.ts";
import { repository } from "../host/folders.ts";
import { currentRelease, provisionVsCode } from "../host/provision.ts";
import { startServer, type VsCodeServer } from "../host/server.ts";
import { workbenchUrl } from "../host/workbench.ts";
import type { Done } from "./agent.ts";
import { bundle, startReplay, type Bench, type Figures } from "./measure.ts";
import { narrow } from "./survey.ts";

/** What VS Code starts by itself comes first. */
const settleMs = 8000;

async function openPage(cleanup: Cleanup, choices?: BrowserChoices) {
  await build("--production");
  const server = await startServer(await provisionVsCode(currentRelease, console.error));
  cleanup.add(server.stop);
  const browser = await launchBrowser(console.error, choices);
  cleanup.add(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  return { server, page };
}

/** A window that can be asked to do things in its extension host. */
export class AgentWindow implements AsyncDisposable {
  readonly server: VsCodeServer;
  readonly page: Page;
  readonly #cleanup: Cleanup;
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;

  private constructor(server: VsCodeServer, page: Page, cleanup: Cleanup, socket: Socket) {
    this.server = server;
    this.page = page;
    this.#cleanup = cleanup;
    this.#socket = socket;
    this.#lines = createInterface(socket)[Symbol.asyncIterator]();
  }

  /** @param script JavaScript for every frame, before its own */
  static async open(bench: Bench, script = ""): Promise<AgentWindow> {
    const hub = createServer().listen(0, "127.0.0.1");
    await once(hub, "listening");
    const { port } = hub.address() as AddressInfo;
    const tests = join(bench.folder, "agent.cjs");
    const contents = `import { serve } from "./scripts/bench/agent.ts"; export const run = () => serve(${port});`;
    const external = ["vscode", "esbuild"];
    await bundle({ stdin: { contents, resolveDir: repository }, outfile: tests, external });
    const cleanup = new Cleanup();
    try {
      const { server, page } = await openPage(cleanup, { scrollBars: true });
      let lastSaid = "";
      const automation = new EventEmitter();
      const ended = Promise.race([once(automation, "exit"), server.ended]);
      await exposeAutomation(page, {
        onLog: (_, args) => (lastSaid = format(...args)),
        onExit: () => automation.emit("exit"),
      });
      await page.addInitScript({ content: script });
      await page.goto(workbenchUrl(server, { extension: repository, tests }).href);
      const socket = await Promise.race([once(hub, "connection"), ended.then(() => [])]);
      if (!socket[0]) {
        throw new Error(`VS Code ended before it began. ${lastSaid}`);
      }
      return new AgentWindow(server, page, cleanup, socket[0] as Socket);
    } catch (error) {
      await cleanup.run();
      throw error;
    }
  }

  async do(name: "emptyPanel" | "watchLag" | "lag" | "command", ...args: unknown[]): Promise<Done> {
    this.#socket.write(`${JSON.stringify([name, ...args])}\n`);
    const { value } = (await this.#lines.next()) as { value?: string };
    const done = JSON.parse(value ?? '{"error":"It has ended."}') as Done;
    if (done.error !== undefined) {
      throw new Error(`VS Code could not do ${name} ${JSON.stringify(args)}: ${done.error}`);
    }
    return done;
  }

  /** Of the extension host, in milliseconds, at the 99th percentile. */
  async lagDuring(work: () => Promise<unknown>): Promise<number | undefined> {
    await this.do("watchLag");
    await work();
    return (await this.do("lag")).value;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.run();
  }
}

/** How late the extension host's event loop is while the extension's command exports. */
export async function hostLag(bench: Bench): Promise<Figures> {
  await using server = await startReplay(bench, bench.responses);
  await using window = await AgentWindow.open(bench);
  const { baseUrl, caFile, spaceId, apiKey } = server;
  const added = { name: "Bench", version: "v3", baseUrl, caFile, spaceId, apiKey };
  await window.do("command", "surveyExplorer.addDataSpace", added);
  await setTimeout(settleMs);
  const idle = await window.lagDuring(() => setTimeout(settleMs));
  const file = join(bench.folder, "host-export.json");
  const wanted = { dataSpace: "Bench", surveyId: narrow.surveyId, file, format: "json" };
  const started = performance.now();
  const exporting = await window.lagDuring(() =>
    window.do("command", "surveyExplorer.exportResponses", wanted),
  );
  return {
    "JSON export, 99th percentile": exporting,
    "nothing to do, 99th percentile, ms": idle,
    "JSON export, s": (performance.now() - started) / 1000,
  };
}

/** What VS Code starts in every window that has a folder. */
const builtIn = ["Git", "Emmet", "Merge Conflict"];

/** Size of the host's bundle as it ships, and how long VS Code itself says that activating extensions takes. */
export async function activation(): Promise<Figures> {
  const cleanup = new Cleanup();
  try {
    const { server, page } = await openPage(cleanup);
    const { size } = await stat(join(repository, "dist", "extension.cjs"));
    await page.goto(workbenchUrl(server, { extension: repository }).href);
    const explorer = page.getByRole("tab", { name: "Survey Explorer" });
    await explorer.waitFor();
    await setTimeout(settleMs);
    await explorer.click();
    // What the view shows where there are no data spaces.
    await page.getByRole("button", { name: "Try the sample data space" }).waitFor();
    await page.keyboard.press("F1");
    const input = page.locator(".quick-input-widget input[type=text]");
    await input.fill(">Developer: Show Running Extensions");
    // The list fills after the text: Enter might run what was on top before.
    const rows = page.locator(".quick-input-widget .monaco-list-row");
    await rows.filter({ hasText: "Show Running Extensions" }).first().click();
    const extensions = page.locator(".runtime-extensions-editor .extension");
    await extensions.first().waitFor();
    const texts = await extensions.allInnerTexts();
    const timeOf = (name: string) => {
      const text = texts.find((it) => it.startsWith(`${name}\n`)) ?? "";
      return Number(/Activation: (\d+)\s*ms/.exec(text)?.[1]);
    };
    const ours = {
      "host bundle": size / 1000,
      activation: timeOf("survey-explorer.survey-explorer"),
    };
    const others = builtIn.map((name) => [`${name}, ms`, timeOf(name)]);
    return { ...ours, ...Object.fromEntries(others) };
  } finally {
    await cleanup.run();
  }
}
