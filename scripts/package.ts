// npm run package: makes the .vsix and compares its list of files with package.golden.txt. `-- --update` rewrites that file.
import { createVSIX } from "@vscode/vsce";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./host/build.ts";
import * as z from "zod";
import { repository } from "./host/folders.ts";
import { goldenProblems } from "./packaging/golden.ts";
import { writeSbom } from "./packaging/sbom.ts";
import { startSize } from "./packaging/startSize.ts";
import { zipEntries, type ZipEntry } from "./packaging/zip.ts";

const packagePath = join(repository, "survey-explorer.vsix");
/** Maximum size, in bytes, of the code read at the start. The rest of the extension is imported when it is needed. */
const startLimit = 250_000;

const { values } = parseArgs({ options: { update: { type: "boolean", default: false } } });

const manifest = z
  .object({ name: z.string(), repository: z.unknown().optional() })
  .parse(JSON.parse(await readFile(join(repository, "package.json"), "utf8")));
const hasRepository = manifest.repository !== undefined;

await build("--production");
const sbomProblems = await writeSbom(manifest.name);
const warnings: string[] = [];
const { warn } = console;
console.warn = (...said: unknown[]) => warnings.push(said.join(" "));
await createVSIX({
  cwd: repository,
  packagePath,
  dependencies: false,
  allowMissingRepository: !hasRepository,
  rewriteRelativeLinks: hasRepository,
});
console.warn = warn;

const vsix = await readFile(packagePath);
const entries = zipEntries(vsix);
printSizes(entries, vsix.length);
const start = await startSize();
const problems = [
  ...wrongEntries(entries),
  ...(start < startLimit ? [] : [`The start has ${start} bytes; the limit is ${startLimit}.`]),
  ...(await goldenProblems(
    join(import.meta.dirname, "package.golden.txt"),
    entries.map(({ path }) => path),
    values.update,
    "npm run package",
  )),
  ...sbomProblems,
  ...warnings.map((it) => `vsce warns: ${it}`),
];
if (!hasRepository) {
  console.log(
    "Links of its pages lead nowhere outside of this repository: see CONTRIBUTING, Publishing.",
  );
}
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}

function printSizes(all: readonly ZipEntry[], total: number): void {
  const size = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`.padStart(12);
  for (const { path, bytes } of [...all].sort((a, b) => b.bytes - a.bytes)) {
    console.log(`${size(bytes)}  ${path}`);
  }
  console.log(`${size(total)}  ${packagePath}`);
}

function wrongEntries(all: readonly ZipEntry[]): string[] {
  const native = all.filter(({ path }) => path.endsWith(".node"));
  return native.map(({ path }) => `A native module is in the package: ${path}`);
}
