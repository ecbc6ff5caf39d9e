import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, sep } from "node:path";
import { repository } from "../host/folders.ts";

/** Folders of test/ that the suite `unit` leaves out: two run elsewhere, one measures. */
const notUnit = ["vscode", "webview", "bench"];

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
