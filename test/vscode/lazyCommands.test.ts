import { strict as assert } from "node:assert";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { SurveyError } from "../../src/model/errors.ts";
import { registerLazily } from "../../src/vscode/commands/registry.ts";
import type { ExportHost } from "../../src/vscode/exports/bundle.ts";
import { lazyExports } from "../../src/vscode/exports/loadExports.ts";

describe("a command that is loaded at its first use", () => {
  const id = "surveyExplorer.testOfLazyCommands";
  let folder: string;
  let programs = 0;
  let log: vscode.LogOutputChannel;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "survey-explorer-lazy-"));
    log = vscode.window.createOutputChannel("Test of lazy commands", { log: true });
  });
  after(async () => {
    log.dispose();
    await rm(folder, { recursive: true });
  });

  /** Registers the command, which a file of this text brings, and runs it. */
  async function run(source: string, ...given: unknown[]): Promise<unknown> {
    // Another each time: what was loaded once stays loaded.
    const program = join(folder, `${programs++}.cjs`);
    await writeFile(program, source);
    const exports = lazyExports(program, {} as ExportHost);
    const command = registerLazily(id, () => exports().commands["surveyExplorer.exportNew"], log);
    try {
      return await vscode.commands.executeCommand(id, ...given);
    } finally {
      command.dispose();
    }
  }

  it("gets what it was called with", async () => {
    const source = `exports.createExports = () => ({
      commands: { "surveyExplorer.exportNew": async (...given) => given },
    });`;
    assert.deepEqual(await run(source, { file: "/a" }, ["b"]), [{ file: "/a" }, ["b"]]);
  });

  it("rejects where it cannot be loaded, and resolves to nothing where a person is told of it", async () => {
    const source = "this is no program";
    await assert.rejects(run(source, { file: "/a" }), (error) => {
      assert.ok(error instanceof SurveyError);
      assert.equal(error.code, "file-fault");
      assert.match(error.message, /\d\.cjs\. Install the extension again\.$/);
      return true;
    });
    assert.equal(await run(source), undefined);
  });
});
