import { strict as assert } from "node:assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import { SurveyError } from "../../src/model/errors.ts";
import { lazyHandler, type CommandHandler } from "../../src/vscode/commands/registry.ts";
import { folderOfSuite } from "../support/folders.ts";

describe("Command with a lazily loaded handler", () => {
  const id = "surveyExplorer.testOfLazyCommands";
  const folder = folderOfSuite();
  let programs = 0;
  let log: vscode.LogOutputChannel;
  before(async () => {
    log = vscode.window.createOutputChannel("Test of lazy commands", { log: true });
  });
  after(async () => {
    log.dispose();
  });

  /** Registers a command whose handler is in a module with this source, and runs it. */
  async function run(source: string, ...given: unknown[]): Promise<unknown> {
    // A new file each time, because an imported module stays loaded.
    const program = join(folder, `${programs++}.mjs`);
    await writeFile(program, source);
    const load = async () => {
      const part = (await import(pathToFileURL(program).href)) as { handler: CommandHandler };
      return part.handler;
    };
    const command = vscode.commands.registerCommand(id, lazyHandler(id, load, log));
    try {
      return await vscode.commands.executeCommand(id, ...given);
    } finally {
      command.dispose();
    }
  }

  it("passes its arguments to the handler", async () => {
    const source = "export const handler = async (...given) => given;";
    assert.deepEqual(await run(source, { file: "/a" }, ["b"]), [{ file: "/a" }, ["b"]]);
  });

  it("rejects if the handler cannot be loaded, but resolves to undefined if it was run interactively", async () => {
    const source = 'import "./gone.mjs";';
    await assert.rejects(run(source, { file: "/a" }), (error) => {
      assert.ok(error instanceof SurveyError);
      assert.equal(error.code, "file-fault");
      assert.match(error.message, /Reload the window.* install the extension again\. .*gone\.mjs/);
      return true;
    });
    assert.equal(await run(source), undefined);
  });
});
