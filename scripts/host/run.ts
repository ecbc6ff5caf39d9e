import { constants, setPriority } from "node:os";
import type { Writable } from "node:stream";
import { spawnSupervised, type Supervised } from "./supervised.ts";

export interface RunOptions extends Supervised {
  /** Receives the program's output. */
  readonly output?: Writable;
  /** Runs the program with a lower priority. */
  readonly inBackground?: boolean;
}

/**
 * Returns the program that runs npm, and its arguments. npm tells its scripts where its own program is: on Windows, only that
 * can be run without a shell.
 */
export function npmCommand(args: readonly string[]): [program: string, args: string[]] {
  const cli = process.env["npm_execpath"];
  return cli === undefined ? ["npm", [...args]] : [process.execPath, [cli, ...args]];
}

/** Runs a program until it ends. It also ends if this process does. Rejects with its output if its exit code is not 0. */
export async function run(
  program: string,
  args: readonly string[],
  { output, inBackground = false, ...options }: RunOptions,
): Promise<void> {
  const child = spawnSupervised(program, args, options);
  if (inBackground && child.pid !== undefined) {
    // The processes that it starts inherit the priority.
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said.push(text);
      output?.write(text);
    });
  }
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(said.join("").trim().slice(-2000)));
      }
    });
  });
}
