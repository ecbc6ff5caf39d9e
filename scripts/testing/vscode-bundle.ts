import { build } from "esbuild";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../host/folders.ts";
import type { MochaChoices } from "./mocha.ts";

export interface VsCodeTests extends MochaChoices {
  readonly files: readonly string[];
}

export interface VsCodeTestBundle {
  /** Path of the module whose `run` VS Code calls. */
  readonly entry: string;
  /** Path of the file into which the tests write their tally. */
  readonly tallyFile: string;
}

/**
 * Bundles test files for the extension host, which loads CommonJS. All are in one bundle, so that they share the state of
 * their helpers. Their options are written into it, because a window passes no environment on.
 */
export async function bundleVsCodeTests(
  { files, ...choices }: VsCodeTests,
  folder: string,
): Promise<VsCodeTestBundle> {
  const entry = join(folder, "index.cjs");
  const tallyFile = join(folder, "tally.json");
  const plan = { ...choices, tallyFile, mocha: import.meta.resolve("mocha") };
  const loaders = files.map((file) => {
    const path = JSON.stringify(`./${file}`);
    return `[${path}, () => require(${path})]`;
  });
  await build({
    stdin: {
      contents: `import { runTests } from "./test/vscode/runner.ts";
export const run = () => runTests(${JSON.stringify(plan)}, [${loaders.join(", ")}]);`,
      resolveDir: repository,
    },
    outfile: join(folder, "tests.cjs"),
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    external: ["vscode"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  // Node reads the source maps of modules that are loaded after this call.
  await writeFile(
    entry,
    `process.setSourceMapsEnabled(true);\nmodule.exports = require("./tests.cjs");\n`,
  );
  return { entry, tallyFile };
}
