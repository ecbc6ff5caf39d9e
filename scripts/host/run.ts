import { spawnSupervised, type Supervised } from "./supervised.ts";

/** Runs a program to its end, which is no later than the end of this process. */
export async function run(
  program: string,
  args: readonly string[],
  options: Supervised,
): Promise<void> {
  const child = spawnSupervised(program, args, options);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => said.push(text));
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
