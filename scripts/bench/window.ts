// VS Code windows with the extension as it ships.
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { exposeAutomation, launchBrowser } from "../host/browser.ts";
import { build } from "../host/build.ts";
import { Cleanup } from "../host/cleanup.ts";
import { repository } from "../host/folders.ts";
import { currentRelease, provisionVsCode } from "../host/provision.ts";
import { startServer } from "../host/server.ts";
import { workbenchUrl } from "../host/workbench.ts";
import { startEntries, startSize } from "../packaging/startSize.ts";
import type { AgentJob, Done } from "./agent.ts";
import {
  bundle,
  inTurns,
  outputOf,
  startReplay,
  type Access,
  type Bench,
  type Figures,
} from "./measure.ts";
import { narrow } from "./survey.ts";

/** Milliseconds to wait until VS Code has started its own work. */
const settleMs = 8000;

async function openPage(cleanup: Cleanup) {
  await build("--production");
  // Otherwise, the bench's 10,000 surveys would be indexed during the measurements.
  const settings = { "surveyExplorer.view.indexSurveys": false };
  const installation = await provisionVsCode(currentRelease, console.error);
  const server = await startServer(installation, { settings });
  cleanup.add(server.stop);
  const browser = await launchBrowser(console.error);
  cleanup.add(() => browser.close());
  return { server, page: await browser.newPage({ viewport: { width: 1600, height: 900 } }) };
}

export type AgentWindow = Awaited<ReturnType<typeof openWindow>>;

/**
 * Opens a window whose extension host executes jobs of `agent.ts`.
 * @param script JavaScript to run in every frame, before the frame's own
 */
export async function openWindow(bench: Bench, script = "") {
  const hub = createServer().listen(0, "127.0.0.1");
  await once(hub, "listening");
  const { port } = hub.address() as AddressInfo;
  const tests = join(bench.folder, "agent.cjs");
  const contents = `import { serve } from "./scripts/bench/agent.ts"; export const run = () => serve(${port});`;
  const stdin = { contents, resolveDir: repository };
  await bundle({ stdin, outfile: tests, format: "cjs", external: ["vscode"] });
  const cleanup = new Cleanup();
  const { server, page } = await openPage(cleanup);
  let lastSaid: readonly unknown[] = [];
  await exposeAutomation(page, {
    onLog: (_, args) => (lastSaid = args),
    onExit: () => hub.emit("error", new Error(`VS Code ended. ${lastSaid.join(" ")}`)),
  });
  await page.addInitScript({ content: script });
  await page.goto(workbenchUrl(server, { extension: repository, tests }).href);
  const [socket] = (await once(hub, "connection")) as [Socket];
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const ask = async (name: AgentJob, ...args: unknown[]): Promise<Done> => {
    socket.write(`${JSON.stringify([name, ...args])}\n`);
    const { value } = (await lines.next()) as { value?: string };
    const done = JSON.parse(value ?? '{"error":"It has ended."}') as Done;
    if (done.error !== undefined) {
      throw new Error(`VS Code could not do ${name} ${JSON.stringify(args)}: ${done.error}`);
    }
    return done;
  };
  /** Returns the extension host's event loop lag during the work: the 99th percentile, in milliseconds. */
  const lagDuring = async (work: () => Promise<unknown>): Promise<number | undefined> => {
    await ask("watchLag");
    await work();
    return (await ask("lag")).value;
  };
  return { server, page, ask, lagDuring, [Symbol.asyncDispose]: () => cleanup.run() };
}

/** Measures the extension host's event loop lag while the extension's command exports. */
export async function hostLag(bench: Bench): Promise<Figures> {
  await using server = await startReplay(bench, bench.responses);
  await using window = await openWindow(bench);
  await addDataSpace(window, server);
  await setTimeout(settleMs);
  const idle = await window.lagDuring(() => setTimeout(settleMs));
  const started = performance.now();
  const exporting = await window.lagDuring(() => exportInHost(bench, window));
  return {
    "JSON export, 99th percentile": exporting,
    "nothing to do, 99th percentile, ms": idle,
    "JSON export, s": (performance.now() - started) / 1000,
  };
}

/** Compares the same export by the command line and by the extension's command. The service answers after 100 ms. */
export async function shell(bench: Bench): Promise<Figures> {
  await using server = await startReplay(bench, bench.responses, 100);
  await using window = await openWindow(bench);
  await addDataSpace(window, server);
  await setTimeout(settleMs);
  const timed = (work: () => Promise<unknown>) => async () => {
    const started = performance.now();
    await work();
    return { seconds: (performance.now() - started) / 1000 };
  };
  const { host, commandLine } = await inTurns(bench, {
    host: timed(() => exportInHost(bench, window)),
    commandLine: timed(() => exportInShell(bench, server)),
  });
  return {
    "JSON export": commandLine.seconds / host.seconds,
    "JSON export in the extension host, s": host.seconds,
  };
}

const jsonExport = { surveyId: narrow.surveyId, format: "json", overwrite: true };

async function addDataSpace(
  { ask }: AgentWindow,
  { baseUrl, caFile, spaceId, apiKey }: Access,
): Promise<void> {
  const added = { name: "Bench", version: "v3", baseUrl, caFile, spaceId, apiKey };
  await ask("command", "surveyExplorer.addDataSpace", added);
}

function exportInHost({ folder }: Bench, { ask }: AgentWindow): Promise<unknown> {
  const file = join(folder, "host-export.json");
  const wanted = { ...jsonExport, dataSpace: "Bench", file };
  return ask("command", "surveyExplorer.exportResponses", wanted);
}

function exportInShell(bench: Bench, access: Access): Promise<unknown> {
  const { baseUrl, caFile, spaceId, apiKey } = access;
  const program = join(repository, "dist", "cli", "cli.js");
  const source = ["--url", baseUrl, "--ca", caFile, "--survey", jsonExport.surveyId];
  const target = ["--out", join(bench.folder, "shell-export.json"), "--format", jsonExport.format];
  return outputOf(
    bench,
    process.execPath,
    [program, "export", ...source, ...target, "--overwrite", "--json"],
    { SURVEY_EXPLORER_SPACE_ID: spaceId, SURVEY_EXPLORER_API_KEY: apiKey },
  );
}

/** Built-in extensions that VS Code starts in every window with a folder. */
const builtIn = ["Git", "Emmet", "Merge Conflict"];

/**
 * Measures the size of the code that is read to start the extension, and the activation times that VS Code shows: in a
 * window in which the extension was never used, and in one with a data space.
 */
export async function activation(): Promise<Figures> {
  const cleanup = new Cleanup();
  try {
    const { server, page } = await openPage(cleanup);
    await page.goto(workbenchUrl(server, { extension: repository }).href);
    const explorer = page.getByRole("tab", { name: "Survey Explorer" });
    await explorer.waitFor();
    await setTimeout(settleMs);
    const fresh = await activationTimes(page);
    await explorer.click();
    await page.getByRole("button", { name: "Try the Sample Data Space" }).click();
    await page.getByRole("treeitem", { name: /Sample data space/ }).waitFor();
    await page.reload();
    await explorer.waitFor();
    await setTimeout(settleMs);
    const used = await activationTimes(page);
    const ours = "survey-explorer.survey-explorer";
    return {
      "what the start reads": (await startSize()) / 1000,
      "of it in every window, kB": (await startSize(startEntries.slice(0, 1))) / 1000,
      activation: fresh(ours),
      "activation with a data space": used(ours),
      ...Object.fromEntries(builtIn.map((name) => [`${name}, ms`, fresh(name)])),
    };
  } finally {
    await cleanup.run();
  }
}

/** Reads VS Code's list of running extensions. @returns a function from name or id to milliseconds */
async function activationTimes(page: Page): Promise<(name: string) => number> {
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-widget input[type=text]");
  await input.fill(">Developer: Show Running Extensions");
  // Click the row: the list is filled after the text, so Enter might run a command that was on top before.
  const rows = page.locator(".quick-input-widget .monaco-list-row");
  await rows.filter({ hasText: "Show Running Extensions" }).first().click();
  const extensions = page.locator(".runtime-extensions-editor .extension");
  await extensions.first().waitFor();
  const texts = await extensions.allInnerTexts();
  // Close the list, which covers everything else.
  await page.keyboard.press("Escape");
  await extensions.first().waitFor({ state: "hidden" });
  return (name) => {
    const text = texts.find((it) => it.startsWith(`${name}\n`)) ?? "";
    return Number(/Activation: (\d+)\s*ms/.exec(text)?.[1]);
  };
}
