// npm run bench [-- --responses N] [-- --runs N]: figures for people to read; nothing here fails because of one.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build } from "esbuild";
import { measureActivation } from "./bench/activation.ts";
import { startDataSpace, writeDataSpace, type RunningDataSpace } from "./bench/dataSpace.ts";

interface Discarded {
  readonly seconds: number;
  /** Of the process, which other work on the machine does not change much. */
  readonly cpuSeconds: number;
  readonly pages: number;
  readonly bytes: number;
}

interface Exported {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly responses: number;
  readonly bytes: number;
}

const { values } = parseArgs({
  options: {
    responses: { type: "string", default: "200000" },
    runs: { type: "string", default: "3" },
  },
});
const most = Number(values.responses);
const runs = Number(values.runs);
const run = promisify(execFile);

const folder = await mkdtemp(join(tmpdir(), "survey-explorer-bench-"));
try {
  await bundle(["exportChild", "discard"]);
  // What else is worth a figure joins here: each adds its own, by name.
  const measurements = [measureActivation, () => measure(most / 10), () => measure(most)];
  const figures: Record<string, number> = {};
  for (const take of measurements) {
    Object.assign(figures, await take());
  }
  console.table(figures);
  console.log(JSON.stringify(figures));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(responses: number): Promise<Record<string, number>> {
  const directory = join(folder, String(responses));
  await writeDataSpace(directory, responses);
  await using dataSpace = await startDataSpace(directory);
  const discarded: Discarded[] = [];
  const exported: Exported[] = [];
  // The first round warms the service up, and is not counted. Alternated, so that a slow moment of the machine hits both.
  for (let round = 0; round <= runs; round++) {
    const one = await child<Discarded>("discard", dataSpace, "responses");
    const other = await child<Exported>("exportChild", dataSpace, join(folder, "export.json"));
    if (round > 0) {
      discarded.push(one);
      exported.push(other);
    }
  }
  const metadata = await child<Discarded>("discard", dataSpace, "metadata");
  const discardSeconds = median(discarded.map((it) => it.seconds));
  const exportSeconds = median(exported.map((it) => it.seconds));
  const pages = discarded[0]?.pages ?? 0;
  const name = `${responses} responses`;
  return {
    [`${name}: megabytes`]: rounded((exported[0]?.bytes ?? 0) / 1e6),
    [`${name}: throwing away, s`]: rounded(discardSeconds),
    [`${name}: JSON export, s`]: rounded(exportSeconds),
    [`${name}: ratio (aim 1.15)`]: rounded(exportSeconds / discardSeconds),
    [`${name}: throwing away, CPU s`]: rounded(median(discarded.map((it) => it.cpuSeconds))),
    [`${name}: JSON export, CPU s`]: rounded(median(exported.map((it) => it.cpuSeconds))),
    [`${name}: peak memory, MB (aim 160)`]: rounded(
      Math.max(...exported.map((it) => it.peakMegabytes)),
    ),
    [`${name}: service, pages of 1,000 responses a second`]: rounded(pages / discardSeconds),
    [`${name}: service, pages of 1,000 metadata a second`]: rounded(
      metadata.pages / metadata.seconds,
    ),
  };
}

async function child<T>(script: string, dataSpace: RunningDataSpace, last: string): Promise<T> {
  const { baseUrl, caFile, spaceId, apiKey } = dataSpace;
  const path = join(folder, `${script}.mjs`);
  const { stdout } = await run(process.execPath, [path, baseUrl, caFile, spaceId, apiKey, last]);
  return JSON.parse(stdout) as T;
}

/** As the extension ships: otherwise Node's handling of TypeScript would be measured along. */
async function bundle(scripts: readonly string[]): Promise<void> {
  await build({
    entryPoints: scripts.map((it) => join(import.meta.dirname, "bench", `${it}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
