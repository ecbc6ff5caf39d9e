import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { provisioned } from "./folders.ts";
import { npmCommand, run } from "./run.ts";

export type Progress = (line: string) => void;

const stagingPrefix = "staging-";

/**
 * Creates the folder `.vscode-test/<name>` once. It is built under another name and renamed when it is complete. So a killed
 * run leaves no incomplete folder of that name, and if two runs build it at once, both use the one that is complete first.
 */
export async function provision(
  name: string,
  make: (staging: string) => Promise<void>,
): Promise<string> {
  const folder = join(provisioned, name);
  if (existsSync(folder)) {
    return folder;
  }
  await mkdir(provisioned, { recursive: true });
  await removeAbandoned();
  const staging = join(provisioned, `${stagingPrefix}${process.pid}-${randomUUID()}`);
  await mkdir(staging);
  try {
    await make(staging);
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(folder)) {
      throw error;
    }
  }
  return folder;
}

async function removeAbandoned(): Promise<void> {
  for (const entry of await readdir(provisioned)) {
    const owner = entry.startsWith(stagingPrefix) ? Number(entry.split("-")[1]) : undefined;
    if (owner !== undefined && !isRunning(owner)) {
      // Ignore failures: another run may be removing it, too.
      await rm(join(provisioned, entry), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Installs packages into an empty folder, without running their scripts. */
export async function installPackages(folder: string, packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, "package.json"), `{ "private": true }\n`);
  await npm(folder, ["install", "--no-save", "--no-package-lock", ...packages]);
}

/** Runs npm in a folder that is not the repository. */
export async function npm(folder: string, args: readonly string[]): Promise<void> {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await run(...npmCommand([...args, ...quiet]), { cwd: folder, env: ownEnvironment() });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`npm ${args.join(" ")} failed. Is the npm registry reachable?\n${reason}`, {
      cause: error,
    });
  }
}

/** Removes the variables in which npm tells its scripts about their package: npm runs in another folder here. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^npm_(package|lifecycle|config_local_prefix|config_prefix|command)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
