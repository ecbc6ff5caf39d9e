import { EventEmitter, once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { format } from "node:util";
import type { Page } from "playwright-core";
import mocharc from "../../.mocharc.json" with { type: "json" };
import { makeIdentity } from "../../src/service/certificates/makeCertificates.ts";
import { exposeAutomation, launchBrowser } from "../host/browser.ts";
import { fewBuiltins } from "../host/builtins.ts";
import { Cleanup } from "../host/cleanup.ts";
import { repository, testOutput } from "../host/folders.ts";
import { provisionVsCode, type VsCodeRelease } from "../host/provision.ts";
import { startServer } from "../host/server.ts";
import { workbenchUrl } from "../host/workbench.ts";
import { testMark } from "./mocha.ts";
import { dependentExtensionFiles, neighbourFolder } from "./neighbour.ts";
import { parseTally, type Tally } from "./tally.ts";
import { bundleVsCodeTests, type VsCodeTests } from "./vscode-bundle.ts";

/** Milliseconds without output after which a window is stuck. More than a test's timeout: a test that hangs fails first. */
const silenceMs = 2 * mocharc.timeout;
const silence = `VS Code said nothing for ${silenceMs / 1000} seconds.`;

export interface VsCodeSuite extends VsCodeTests {
  /** Receives the tests' output. */
  readonly output: Writable;
}

/** Runs test files in the extension host of a VS Code server, whose window is in a headless browser. */
export async function runVsCodeSuite(
  { output, ...tests }: VsCodeSuite,
  release: VsCodeRelease,
): Promise<Tally> {
  const cleanup = new Cleanup();
  try {
    const folder = await mkdtemp(join(tmpdir(), "survey-explorer-tests-"));
    cleanup.add(() => rm(folder, { recursive: true }));
    const { entry, tallyFile } = await bundleVsCodeTests(tests, folder);
    const server = await startServer(await provisionVsCode(release, console.log), {
      environment: await trustAuthority(folder),
      files: await installedNeighbour(),
      builtins: [...fewBuiltins, "ipynb"],
      settings: {
        "http.systemCertificatesNode": true,
        // Only tests start requests.
        "surveyExplorer.view.indexSurveys": false,
      },
    });
    cleanup.add(server.stop);
    const log = await openLog();
    cleanup.add(() => finished(log.end()));
    const browser = await launchBrowser(console.log);
    cleanup.add(() => browser.close());

    // Without this, an animated progress bar is drawn sixty times a second although nobody sees it.
    const page = await browser.newPage({ reducedMotion: "reduce" });
    const { exitCode } = await watchTests(page, { log, output });
    const serverEnded = server.ended.then(() => {
      throw new Error("VS Code ended before its tests.");
    });
    const { href } = workbenchUrl(server, { extension: repository, tests: entry });
    const opened = page.goto(href).then(() => exitCode);
    return await readTally(tallyFile, await Promise.race([opened, exitCode, serverEnded]));
  } finally {
    await cleanup.run();
  }
}

/** Installs the extension that uses this one: a window loads only one extension under development. */
async function installedNeighbour(): Promise<Record<string, string>> {
  const files = Object.entries(await dependentExtensionFiles());
  return Object.fromEntries(
    files.map(([name, text]) => [join("extensions", neighbourFolder, name), text]),
  );
}

/**
 * Makes a certificate authority that VS Code treats as one of the system's, and writes a server certificate signed by it
 * next to its file, for the tests.
 * @returns environment variables for VS Code
 */
async function trustAuthority(folder: string): Promise<Record<string, string>> {
  const { authority, certificate, key } = await makeIdentity(new Date());
  const file = join(folder, "trusted-ca.pem");
  await writeFile(file, authority);
  await writeFile(`${file}.server`, certificate);
  await writeFile(`${file}.key`, key, { mode: 0o600 });
  return { SSL_CERT_FILE: file };
}

/** Opens the file for VS Code's own output. */
async function openLog(): Promise<Writable> {
  await mkdir(testOutput, { recursive: true });
  return createWriteStream(join(testOutput, "vscode.log"));
}

interface Outputs {
  /** Receives VS Code's output. */
  readonly log: Writable;
  /** Receives the tests' output. */
  readonly output: Writable;
}

async function watchTests(page: Page, to: Outputs): Promise<{ exitCode: Promise<number> }> {
  const said = new EventEmitter<{ exit: [number]; error: [Error] }>();
  const stuck = setTimeout(() => said.emit("error", new Error(silence)), silenceMs);
  const exitCode = once(said, "exit").then(([code]) => Number(code));
  page.once("crash", () => said.emit("error", new Error("VS Code's window crashed.")));
  await exposeAutomation(page, {
    onLog: (type, args) => {
      stuck.refresh();
      printOrKeep(type, format(...args), to);
    },
    onExit: (code) => said.emit("exit", code),
  });
  return { exitCode: exitCode.finally(() => clearTimeout(stuck)) };
}

function printOrKeep(type: string, text: string, { log, output }: Outputs): void {
  if (text.startsWith(testMark)) {
    output.write(`${text.slice(testMark.length)}\n`);
  } else {
    log.write(`${type} ${text}\n`);
  }
}

async function readTally(file: string, code: number): Promise<Tally> {
  try {
    return parseTally(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new Error(`The tests in VS Code ended with exit code ${code} and without a count.`, {
      cause: error,
    });
  }
}
