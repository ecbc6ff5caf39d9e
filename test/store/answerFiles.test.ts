import assert from "node:assert/strict";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AnswerFiles } from "../../src/store/answerFiles.ts";
import { temporaryFolder } from "../support/folders.ts";

describe("files of stored answers", () => {
  it("leave what another window is writing, but not what a killed one was", async () => {
    await using folder = await temporaryFolder();
    const of = { space: "space" };
    const renew = async () => {
      const renewal = new AnswerFiles(folder.path).renewal(of);
      await renewal.keep("request", Buffer.from("[]"));
      await renewal.end();
      return readdir(join(folder.path, of.space));
    };
    const [name = ""] = await renew();
    const unfinished = join(folder.path, of.space, `${name}.of-another-window`);
    await writeFile(unfinished, "[");
    assert.equal((await renew()).length, 2);
    const before = new Date(Date.now() - 120_000);
    await utimes(unfinished, before, before);
    assert.deepEqual(await renew(), [name]);
  });
});
