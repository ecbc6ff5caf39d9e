import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, sep } from "node:path";
import { repository } from "../host/folders.ts";
import { inMemory } from "./memory.ts";

/** Folders of test/ that the suite `unit` leaves out, as they run elsewhere. */
const notUnit = ["vscode", "webview"];

/** Test files that one process runs. */
export interface Part {
  readonly name: string;
  readonly suite: string;
  readonly files: readonly string[];
}

/**
 * Parts that take long, the longest first, so that at the end all lanes have something to do: folders, and what else a suite
 * has. One that computes is followed by one that waits for windows.
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

/** What of the suites runs side by side, in the order in which it begins. */
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
  return {
    ...(suite === "faults" ? { SURVEY_EXPLORER_FAULTS: "whole" } : {}),
    ...(suite === "webview" ? {} : inMemory()),
  };
}

async function find(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(`${folder}/**/*.test.ts`, { cwd: repository })) {
    files.push(file.replaceAll(sep, "/"));
  }
  return files.sort();
}
