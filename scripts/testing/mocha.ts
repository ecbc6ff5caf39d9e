import type Mocha from "mocha";
import type { Tally } from "./tally.ts";

export interface MochaChoices {
  readonly grep?: string;
  readonly color: boolean;
}

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
    const runner = mocha.run((failures) => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending });
    });
    runner.on("fail", (_test, error: unknown) => {
      if (error instanceof Error) {
        onFailure(error);
      }
    });
  });
}
