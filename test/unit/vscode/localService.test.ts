import { strict as assert } from "node:assert";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalService } from "../../../src/vscode/dataSpaces/localService.ts";

describe("process of a local data space", () => {
  const program = process.execPath;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "survey-explorer-local-service-"));
  });

  afterEach(async () => {
    process.execPath = program;
    await rm(folder, { recursive: true, force: true });
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
