import { strict as assert } from "node:assert";
import { join } from "node:path";
import { LocalService } from "../../../src/vscode/dataSpaces/localService.ts";
import { folderOfEachTest } from "../../support/folders.ts";

describe("process of a local data space", () => {
  const program = process.execPath;
  const folder = folderOfEachTest();

  afterEach(async () => {
    process.execPath = program;
  });

  for (const [what, execPath, said] of [
    ["cannot be started", () => join(folder, "none"), /ENOENT/],
    ["ends before it serves", () => program, /Cannot find module/],
  ] as const) {
    it(`reports its end if it ${what}`, async () => {
      process.execPath = execPath();
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const { ready } = new LocalService({
        program: join(folder, "service.js"),
        stateDirectory: folder,
        log: () => undefined,
        onEnd: end,
      });
      await assert.rejects(ready, { code: "local-data-space", message: said });
      await ended;
    });
  }
});
