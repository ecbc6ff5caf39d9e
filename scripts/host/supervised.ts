import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

export interface Supervised {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** True: the program prints to this process's output. Default: false, the caller reads its output from pipes. */
  readonly show?: boolean;
  /** A folder to remove when the program has ended. */
  readonly removes?: string;
}

/** Starts a program. When standard input of the returned process closes, the program and its descendants are killed. */
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
