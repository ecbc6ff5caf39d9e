// Runs inside the extension host: VS Code calls `run` of the bundle that scripts/testing/vscode-bundle.ts makes around this.
import type MochaClass from "mocha";
import { writeFile } from "node:fs/promises";
import { format } from "node:util";
import {
  mochaOptions,
  runMocha,
  testMark,
  type MochaChoices,
} from "../../scripts/testing/mocha.ts";
import { mapStack } from "./support/stack.ts";

interface Plan extends MochaChoices {
  readonly tallyFile: string;
  /** URL of the mocha module, which cannot be resolved from where the bundle is. */
  readonly mocha: string;
}

type TestFile = readonly [path: string, load: () => unknown];

export async function runTests(plan: Plan, files: readonly TestFile[]): Promise<void> {
  const { default: Mocha } = (await import(plan.mocha)) as { default: typeof MochaClass };
  // VS Code writes much to the console; the mark shows which lines are of the tests.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => console.log(testMark + format(...args));
  const mocha = new Mocha(mochaOptions(plan));
  for (const [path, load] of files) {
    mocha.suite.emit("pre-require", globalThis, path, mocha);
    mocha.suite.emit("require", load(), path, mocha);
    mocha.suite.emit("post-require", globalThis, path, mocha);
  }
  const tally = await runMocha(mocha, (error) => {
    error.stack = mapStack(error.stack ?? "");
  });
  await writeFile(plan.tallyFile, JSON.stringify(tally));
}
