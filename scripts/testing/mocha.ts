import type Mocha from "mocha";
import type { Tally } from "./tally.ts";

export interface MochaChoices {
  readonly grep?: string;
  readonly color: boolean;
}

const describedLength = 2000;

/** Begins what a test run in VS Code prints. */
export const testMark = "[test] ";

/** The same rules for every suite, wherever it runs. */
export function mochaOptions({ grep, color }: MochaChoices): Mocha.MochaOptions {
  return {
    ui: "bdd",
    reporter: "spec",
    timeout: 20_000,
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
    const runner = mocha.run((failed) => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed, skipped: pending, failures });
    });
    runner.on("fail", (test, error: unknown) => {
      if (error instanceof Error) {
        onFailure(error);
      }
      failures.push(`${test.fullTitle()}: ${describe(error)}`);
    });
  });
}

/** As much of it as tells where to look: a comparison of large values may be long. */
function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.length > describedLength ? `${text.slice(0, describedLength)}…` : text;
}
