import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repository } from "../host/folders.ts";
import { within } from "../host/within.ts";
import { add, broken, nothing, parseTally, type Tally } from "./tally.ts";

export interface NodeSuite {
  readonly files: readonly string[];
  readonly grep?: string;
  readonly color: boolean;
  /** Of the tests' process, besides this one's. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How long anything may be open after the last test. What still is then is a leak, of the code or of its test. */
const graceMs = 15_000;

/** Runs test files in a process of their own, which may crash without taking the count along. */
export async function runNodeSuite(suite: NodeSuite): Promise<Tally> {
  const child = fork(join(import.meta.dirname, "node-child.ts"), [JSON.stringify(suite)], {
    cwd: repository,
    env: { ...process.env, ...suite.env },
  });
  const exited = once(child, "exit");
  const closed = once(child, "disconnect");
  try {
    const tally = await new Promise<Tally>((resolve, reject) => {
      child.once("message", (message) => resolve(parseTally(message)));
      void exited.then(([code, signal]) =>
        reject(
          new Error(`The tests ended early: ${String(signal ?? `exit code ${String(code)}`)}.`),
        ),
      );
    });
    return add(tally, await leak(closed, exited));
  } finally {
    child.kill("SIGKILL");
  }
}

/** @param closed resolves when nothing is open any more; the process then removes what the tests have left, and ends */
async function leak(closed: Promise<unknown>, exited: Promise<unknown>): Promise<Tally> {
  try {
    await within(
      graceMs,
      closed,
      "The tests are over, but their process goes on: something is open.",
    );
    await exited;
    return nothing;
  } catch (error) {
    return broken("A leak", error);
  }
}
