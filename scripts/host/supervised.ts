import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

export interface Supervised {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the person sees what it prints; otherwise it is for the caller to read. */
  readonly show?: boolean;
  /** A folder that goes when the program has ended. */
  readonly removes?: string;
}

/** Starts a program that lives, with all it starts, no longer than its standard input here stays open. */
export function spawnSupervised(
  program: string,
  args: readonly string[],
  { cwd, env, show = false, removes = "" }: Supervised,
): ChildProcess {
  const supervisor = join(import.meta.dirname, "supervise.ts");
  const output = show ? "inherit" : "pipe";
  return spawn(process.execPath, [supervisor, removes, program, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ["pipe", output, output],
  });
}
