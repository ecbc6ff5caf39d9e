import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { provisioned, repository, testOutput } from "../host/folders.ts";

/** The tests' `python3` is the one that scripts/witnesses.sh has made, where it has. */
export function useInstalledPython(): void {
  const folder = join(provisioned, "witnesses", "bin");
  process.env["PATH"] = [folder, process.env["PATH"]].join(delimiter);
}

/** What could be installed is required of the tests from then on. */
export async function installWitnesses(): Promise<void> {
  const script = join(repository, "scripts", "witnesses.sh");
  const { stdout, stderr } = await promisify(execFile)("bash", [script], { maxBuffer: 1e8 });
  await mkdir(testOutput, { recursive: true });
  await writeFile(join(testOutput, "witnesses.log"), stderr);
  const lines = stdout.replace(/\n$/, "").split("\n");
  const installed = lines.pop() ?? "";
  process.env["SURVEY_EXPLORER_WITNESSES"] = installed;
  console.log([...lines, `Witnesses: ${installed || "none"}`].join("\n"));
}
