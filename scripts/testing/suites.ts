import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, sep } from "node:path";
import { repository } from "../host/folders.ts";

/** Folders of test/ that the suite `unit` leaves out: two run elsewhere, one measures. */
const notUnit = ["vscode", "webview", "bench"];

/** Test files that one process runs. */
export interface Part {
  readonly name: string;
  readonly suite: string;
  readonly files: readonly string[];
}

/** Folders whose tests take long, the longest first; the other files of the suite are a part by themselves. */
const longFolders: Readonly<Record<string, readonly string[]>> = {
  unit: ["test/export/", "test/unit/", "test/conformance/"],
  webview: ["test/webview/explorer/"],
};

/** What runs beside each other in a few lanes. */
export async function partsOf(suites: readonly string[]): Promise<Part[]> {
  const parts = suites.map(async (suite) => {
    const folders = longFolders[suite] ?? [];
    const files = await testFiles(suite);
    const nameOf = (file: string) => folders.find((it) => file.startsWith(it)) ?? suite;
    return [...folders, suite].map((name) => ({
      name,
      suite,
      files: files.filter((it) => nameOf(it) === name),
    }));
  });
  return (await Promise.all(parts)).flat();
}

/** `unit` is all that runs in Node by itself; any other name is a folder of test/. */
export async function testFiles(suite: string): Promise<string[]> {
  if (suite === "unit") {
    const all = await find("test");
    return all.filter((file) => !notUnit.includes(file.split("/")[1] ?? ""));
  }
  if (!existsSync(join(repository, "test", suite))) {
    throw new Error(`There is no suite ${suite}: test/${suite} does not exist.`);
  }
  return find(`test/${suite}`);
}

/** The suite `faults` runs whole when it is named; as a part of `unit` it is quick. */
export function environmentOf(suite: string): Record<string, string> {
  return suite === "faults" ? { SURVEY_EXPLORER_FAULTS: "whole" } : {};
}

async function find(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(`${folder}/**/*.test.ts`, { cwd: repository })) {
    files.push(file.replaceAll(sep, "/"));
  }
  return files.sort();
}
