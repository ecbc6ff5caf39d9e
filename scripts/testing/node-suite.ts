import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { repository } from "../host/folders.ts";
import { within } from "../host/within.ts";
import type { MochaChoices } from "./mocha.ts";
import { add, broken, nothing, parseTally, type Tally } from "./tally.ts";

/** Argument of the tests' process. */
export interface NodeTests extends MochaChoices {
  readonly files: readonly string[];
}

export interface NodeSuite extends NodeTests {
  /** Receives the tests' output. */
  readonly output: Writable;
  /** Environment variables of the tests' process, in addition to this one's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Runs the tests with a lower priority, because VS Code's windows, which run in parallel, have timeouts of their own. */
  readonly inBackground?: boolean;
}

/** Milliseconds that resources may stay open after the last test. What is open longer is a leak in the code or its test. */
const graceMs = 15_000;

/** Milliseconds for removing the files that tests have left, of which there are tens of thousands. */
const removingMs = 180_000;

/** Runs test files in a process of their own, so that a crash counts as a failure. */
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
  // By then, all output has arrived. If it does not close, a process that a test has started still has the output open.
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

/** @param done resolves when no resource is open any more; the process then removes the tests' files and ends */
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
