// npm run test:desktop: runs the suite `vscode` in a desktop VS Code, which @vscode/test-electron downloads. Needs a display
// (on a server: xvfb-run npm run test:desktop).
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./host/build.ts";
import { provisioned, repository } from "./host/folders.ts";
import { oldestRelease } from "./host/provision.ts";
import { dependentExtensionFiles, neighbourFolder } from "./testing/neighbour.ts";
import { testFiles } from "./testing/suites.ts";
import { broken, describeTally, parseTally, type Tally } from "./testing/tally.ts";
import { bundleVsCodeTests } from "./testing/vscode-bundle.ts";

const { values } = parseArgs({
  options: {
    grep: { type: "string", short: "g" },
    oldest: { type: "boolean", default: false },
  },
});

const folder = await mkdtemp(join(tmpdir(), "survey-explorer-desktop-"));
try {
  const tally = await runInDesktop(folder);
  process.exitCode = tally.failed > 0 ? 1 : 0;
  console.log(describeTally(tally));
} catch (error) {
  process.exitCode = 1;
  console.log(describeTally(broken("The tests could not end", error)));
} finally {
  await rm(folder, { recursive: true });
}

async function runInDesktop(temporary: string): Promise<Tally> {
  await build();
  const tests = {
    files: await testFiles("vscode"),
    color: process.stdout.isTTY,
    grep: values.grep,
  };
  const { entry, tallyFile } = await bundleVsCodeTests(tests, temporary);
  await runTests({
    vscodeExecutablePath: await download(values.oldest ? oldestRelease.vscode : "stable"),
    extensionDevelopmentPath: [repository, await writeNeighbour(temporary)],
    extensionTestsPath: entry,
    launchArgs: [
      "--disable-extensions",
      "--disable-workspace-trust",
      "--skip-welcome",
      `--user-data-dir=${join(temporary, "user-data")}`,
    ],
  });
  return parseTally(JSON.parse(await readFile(tallyFile, "utf8")));
}

/** Writes the extension that uses this one, for loading under development: installed extensions are disabled. */
async function writeNeighbour(temporary: string): Promise<string> {
  const target = join(temporary, neighbourFolder);
  await mkdir(target);
  for (const [name, text] of Object.entries(await dependentExtensionFiles())) {
    await writeFile(join(target, name), text);
  }
  return target;
}

async function download(version: string): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: join(provisioned, "desktop") });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `VS Code could not be downloaded (${reason}). npm run test:vscode runs the same tests without a download.`,
      { cause: error },
    );
  }
}
