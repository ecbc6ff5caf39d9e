import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { provisioned, repository, testOutput } from "../host/folders.ts";

/** Puts the `python3` that scripts/witnesses.sh has installed, if any, first in PATH. */
export function useInstalledPython(): void {
  const folder = join(provisioned, "witnesses", "bin");
  process.env["PATH"] = [folder, process.env["PATH"]].join(delimiter);
}

/** Installs the witnesses. Tests that use an installed one then fail instead of skipping if they cannot run it. */
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
