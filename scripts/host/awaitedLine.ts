import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Returns the group in the first line of a program's output that matches. All output is read: the program would block when a
 * pipe is full.
 * @param complaint of the error if there is no such line, before what the program said last
 */
export function awaitedLine(
  { stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">,
  pattern: RegExp,
  complaint: string,
): Promise<string> {
  if (stdout === null || stderr === null) {
    throw new Error("The output of the program is not piped.");
  }
  const said: string[] = [];
  stderr.setEncoding("utf8").on("data", (text: string) => {
    said.push(text);
    said.splice(0, said.length - 50);
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout })
      .on("line", (line) => {
        const found = pattern.exec(line)?.[1];
        if (found !== undefined) {
          resolve(found);
        }
      })
      .once("close", () => reject(new Error(`${complaint}\n${said.join("").trim()}`)));
  });
}
