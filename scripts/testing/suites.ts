import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, sep } from "node:path";
import { repository } from "../host/folders.ts";
import { memoryTempEnvironment } from "./memory.ts";

/** Folders of test/ that do not belong to the suite `unit`: they do not run in Node alone. */
const notUnit = ["vscode", "webview"];

/** Test files that one process runs. */
export interface Part {
  readonly name: string;
  readonly suite: string;
  readonly files: readonly string[];
}

/**
 * Parts that take long: folders, and the remaining files of a suite. The longest are first, so that all lanes are busy until
 * the end. Parts that compute alternate with parts that wait for windows.
 */
const longParts = [
  "test/webview/explorer/",
  "test/export/",
  "vscode",
  "test/service/",
  "webview",
  "test/cli/",
  "test/assistant/",
  "test/formats/",
  "test/table/",
  "test/faults/",
  "test/conformance/",
];

/** Splits the suites into parts that run in parallel, in the order in which they start. */
export async function partsOf(suites: readonly string[]): Promise<Part[]> {
  const parts = new Map<string, { suite: string; files: string[] }>();
  for (const suite of suites) {
    const folders = suite === "unit" || suite === "webview" ? longParts : [];
    for (const file of await testFiles(suite)) {
      const name = folders.find((it) => file.startsWith(it)) ?? suite;
      const part = parts.get(name) ?? { suite, files: [] };
      part.files.push(file);
      parts.set(name, part);
    }
  }
  const places = [...longParts, ...parts.keys()];
  return [...parts]
    .map(([name, part]) => ({ name, ...part }))
    .sort((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
}

/** Returns the test files of a suite. `unit` is all that runs in Node alone; any other name is a folder of test/. */
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

/** Returns variables for a suite's process. `faults` runs completely if it is named, but only partly within `unit`. */
export function environmentOf(suite: string): Record<string, string> {
  return {
    ...(suite === "faults" ? { SURVEY_EXPLORER_FAULTS: "whole" } : {}),
    ...(suite === "webview" ? {} : memoryTempEnvironment()),
  };
}

async function find(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(`${folder}/**/*.test.ts`, { cwd: repository })) {
    files.push(file.replaceAll(sep, "/"));
  }
  return files.sort();
}
