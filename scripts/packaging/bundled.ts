import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { repository } from "../host/folders.ts";

/** A third-party package, parts of which are in the bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX licence expression. */
  readonly license: string;
  /** Text of its licence file, which must be shipped with it. */
  readonly notice: string;
}

/** Licences that demand no more than attribution, or that their text is shipped. */
const allowed: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
]);

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default(""),
});

/** Returns the packages in the bundle. @param inputs paths in the repository of the files that were bundled or copied */
export async function bundledPackages(inputs: readonly string[]): Promise<BundledPackage[]> {
  const folders = inputs.map((it) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(it)?.[0]);
  const packages = await Promise.all(
    [...new Set(folders)].filter((it) => it !== undefined).map(readPackage),
  );
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readPackage(path: string): Promise<BundledPackage> {
  const folder = join(repository, path);
  const text = await readFile(join(folder, "package.json"), "utf8");
  const file = (await readdir(folder)).find((it) => /^licen[cs]e/i.test(it));
  const notice = file === undefined ? "" : await readFile(join(folder, file), "utf8");
  return { ...manifest.parse(JSON.parse(text)), notice: notice.trim() };
}

/** Returns a problem for each package whose licence is not allowed. */
export function licenceProblems(packages: readonly BundledPackage[]): string[] {
  return packages
    .filter(({ license }) => !alternatives(license).some((it) => allowed.has(it)))
    .map(
      ({ name, version, license }) =>
        `${name} ${version} has the licence "${license}", which is not on the list in scripts/packaging/bundled.ts.`,
    );
}

/** Splits "(A OR B)": one of the licences may be chosen. */
function alternatives(license: string): string[] {
  return license.replace(/^\((.*)\)$/, "$1").split(" OR ");
}

export function noticesOf(packages: readonly BundledPackage[]): string {
  return packages
    .map(({ name, version, license, notice }) => `${name} ${version} (${license})\n\n${notice}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}
