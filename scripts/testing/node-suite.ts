import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { repository } from "../host/folders.ts";
import { within } from "../host/within.ts";
import type { MochaChoices } from "./mocha.ts";
import { add, broken, nothing, parseTally, type Tally } from "./tally.ts";

/** What the tests' process is told. */
export interface NodeTests extends MochaChoices {
  readonly files: readonly string[];
}

export interface NodeSuite extends NodeTests {
  /** Takes what the tests print. */
  readonly output: Writable;
  /** Of the tests' process, besides this one's. */
  readonly env?: Readonly<Record<string, string>>;
  /** They give way to what else runs: windows have their own ideas of how long anything may take. */
  readonly inBackground?: boolean;
}

/** How long anything may be open after the last test. What still is then is a leak, of the code or of its test. */
const graceMs = 15_000;

/** How long removing what the tests have left may take: tens of thousands of files. */
const removingMs = 180_000;

/** Runs test files in a process of their own, which may crash without taking the count along. */
export async function runNodeSuite({
  output,
  env,
  inBackground,
  ...suite
}: NodeSuite): Promise<Tally> {
  const child = fork(
    join(import.meta.dirname, "node-child.ts"),
    [JSON.stringify(suite satisfies NodeTests)],
    {
      cwd: repository,
      env: { ...process.env, ...env },
      silent: true,
    },
  );
  if (inBackground === true && child.pid !== undefined) {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  const exited = once(child, "exit");
  const done = once(child, "disconnect");
  // What it said has come whole then; what else holds its output open was left behind by a test.
  const closed = once(child, "close");
  try {
    const tally = await new Promise<Tally>((resolve, reject) => {
      child.once("message", (message) => resolve(parseTally(message)));
      void exited.then(([code, signal]) =>
        reject(
          new Error(`The tests ended early: ${String(signal ?? `exit code ${String(code)}`)}.`),
        ),
      );
    });
    return add(tally, await leak(done, closed));
  } finally {
    child.kill("SIGKILL");
  }
}

/** @param done resolves when nothing is open any more; the process then removes what the tests have left, and ends */
async function leak(done: Promise<unknown>, closed: Promise<unknown>): Promise<Tally> {
  try {
    await within(
      graceMs,
      done,
      "The tests are over, but their process goes on: something is open.",
    );
    await within(removingMs, closed, "The tests are over, but something they started goes on.");
    return nothing;
  } catch (error) {
    return broken("A leak", error);
  }
}
