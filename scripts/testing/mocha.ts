import type Mocha from "mocha";
import mocharc from "../../.mocharc.json" with { type: "json" };
import { skipReason } from "./skip.ts";
import type { Tally } from "./tally.ts";

export interface MochaChoices {
  readonly grep?: string | undefined;
  readonly color: boolean;
}

const describedLength = 2000;

/** Prefix of the lines that a test run in VS Code prints. */
export const testMark = "[test] ";

/** Returns the options that all suites share, wherever they run. */
export function mochaOptions({ grep, color }: MochaChoices): Mocha.MochaOptions {
  return {
    ui: "bdd",
    reporter: "spec",
    // Long, for a busy machine. Only a test that hangs takes that long.
    timeout: mocharc.timeout,
    forbidOnly: true,
    color,
    ...(grep === undefined ? {} : { grep }),
  };
}

export async function runMocha(
  mocha: Mocha,
  onFailure: (error: Error) => void = () => undefined,
): Promise<Tally> {
  return new Promise((resolve) => {
    const failures: string[] = [];
    const reasons: Tally["reasons"] = {};
    const runner = mocha.run((failed) => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed, skipped: pending, failures, reasons, seconds });
    });
    const seconds = timeFiles(runner);
    runner.on("pending", (test) => {
      const reason = skipReason(test);
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    });
    runner.on("fail", (test, error: unknown) => {
      if (error instanceof Error) {
        onFailure(error);
      }
      failures.push(`${test.fullTitle()}: ${describe(error)}`);
    });
  });
}

/** Returns the seconds that each file takes, in an object that is filled while the files run. */
function timeFiles(runner: Mocha.Runner): Tally["seconds"] {
  const seconds: Tally["seconds"] = {};
  let began = 0;
  runner.on("suite", ({ parent }) => {
    if (parent?.root === true) {
      began = performance.now();
    }
  });
  runner.on("suite end", ({ parent, file = "" }) => {
    if (parent?.root === true) {
      const name = file.slice(Math.max(0, file.lastIndexOf("/test/") + 1));
      seconds[name] = (seconds[name] ?? 0) + (performance.now() - began) / 1000;
    }
  });
  return seconds;
}

/** Returns the beginning of the error's text: a comparison of large values may be long. */
function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.length > describedLength ? `${text.slice(0, describedLength)}…` : text;
}
