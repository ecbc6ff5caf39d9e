// npm run test:npm: packs the command line, compares its list of files with npm.golden.txt, installs it into an empty folder
// without network, and exports from the sample with it. `-- --update` rewrites npm.golden.txt, `-- --node FILE` runs the
// command line with another Node.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs, promisify } from "node:util";
import * as z from "zod";
import { build } from "./host/build.ts";
import { Cleanup } from "./host/cleanup.ts";
import { dataSpaceAccess } from "./host/data-space.ts";
import { repository } from "./host/folders.ts";
import { goldenProblems } from "./packaging/golden.ts";

const run = promisify(execFile);
const { values } = parseArgs({
  options: {
    update: { type: "boolean", default: false },
    node: { type: "string", default: process.execPath },
  },
});

const packed = z
  .array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
  .length(1);

const cleanup = new Cleanup();
try {
  await build("--production");
  const folder = await mkdtemp(join(tmpdir(), "survey-explorer-npm-"));
  cleanup.add(() => rm(folder, { recursive: true }));
  const tarball = await pack(folder);
  await install(folder, tarball);
  await exportBy(join(folder, "installed/node_modules/survey-explorer/dist/cli/cli.js"), folder);
} finally {
  await cleanup.run();
}

async function pack(folder: string): Promise<string> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: repository });
  const answer: unknown = JSON.parse(stdout);
  // Newer versions of npm return an object by name instead of an array.
  const list: unknown = Array.isArray(answer) ? answer : Object.values(Object(answer) as object);
  const [its] = packed.parse(list);
  assert.ok(its);
  const paths = its.files.map(({ path }) => path);
  const golden = join(import.meta.dirname, "npm.golden.txt");
  const problems = await goldenProblems(golden, paths, values.update, "npm run test:npm");
  assert.ok(problems.length === 0, problems.join("\n"));
  return join(folder, its.filename);
}

async function install(folder: string, tarball: string): Promise<void> {
  const cwd = join(folder, "installed");
  await mkdir(cwd);
  await writeFile(join(cwd, "package.json"), "{}");
  await run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", tarball], { cwd });
}

/** Serves the sample and exports from it, both with the installed package. */
async function exportBy(program: string, folder: string): Promise<void> {
  const service = spawn(
    values.node,
    [program, "serve", "--json", "--state", join(folder, "state")],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const ended = once(service, "exit");
  cleanup.add(async () => {
    service.stdin.end();
    await ended;
  });
  const [line] = (await once(createInterface(service.stdout), "line")) as [string];
  const { baseUrl, caFile, spaceId, apiKey } = dataSpaceAccess.parse(JSON.parse(line));
  const file = join(folder, "x.parquet");
  const args = ["export", "--url", baseUrl, "--survey", "s0000cs", "--format", "parquet"];
  const { stdout, stderr } = await run(values.node, [program, ...args, "--out", file, "--json"], {
    env: {
      PATH: process.env["PATH"],
      SURVEY_EXPLORER_CA: caFile,
      SURVEY_EXPLORER_SPACE_ID: spaceId,
      SURVEY_EXPLORER_API_KEY: apiKey,
    },
  });
  const { responses } = z.object({ responses: z.number() }).parse(JSON.parse(stdout));
  assert.equal(responses, 1500);
  assert.doesNotMatch(stderr, /Warning/);
  assert.equal((await readFile(file)).subarray(0, 4).toString(), "PAR1");
  console.log(`The installed package exports ${responses} responses by ${values.node}.`);
}
