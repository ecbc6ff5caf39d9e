import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type Mocha from "mocha";

const run = promisify(execFile);
const limits = { timeout: 120_000, maxBuffer: 100_000_000 };

/** Leaves the test out, with the reason, where the program does not answer. */
export async function needsTool(
  test: Mocha.Context,
  program: string,
  ...args: readonly string[]
): Promise<void> {
  try {
    await run(program, args, limits);
  } catch {
    console.log(`      left out: "${[program, ...args].join(" ")}" does not run here`);
    test.skip();
  }
}

/** What the program prints. */
export async function output(program: string, ...args: readonly string[]): Promise<string> {
  return (await run(program, args, limits)).stdout;
}

/** Leaves the test out where there is no LibreOffice. */
export async function needsOffice(test: Mocha.Context): Promise<void> {
  await needsTool(test, "soffice", "--version");
}

/** Converts by LibreOffice, into the folder. */
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

/** A folder for the time of a test. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "survey-explorer-formats-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
