import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const limits = { timeout: 120_000, maxBuffer: 100_000_000 };

/** Runs a program. @returns its standard output */
export async function output(program: string, ...args: readonly string[]): Promise<string> {
  return (await run(program, args, limits)).stdout;
}

/** Converts a file into the folder with LibreOffice. */
export async function convertByOffice(
  folder: string,
  file: string,
  to: string,
  ...args: readonly string[]
): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  await run(
    "soffice",
    [profile, "--headless", ...args, "--convert-to", to, "--outdir", folder, file],
    limits,
  );
}

/** Runs `use` with a folder that is removed afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "survey-explorer-formats-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
