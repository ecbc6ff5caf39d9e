import assert from "node:assert/strict";
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { exportResponses } from "./support/exporting.ts";
import { exportSurvey } from "../../src/export/exportSurvey.ts";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { writeUrlFile } from "../../src/export/urlFile.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { itemsJson, startSurveyServer } from "./support/surveyServer.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const precious = "precious";

/** Returns every name that an export may write: the file itself and names beside it. */
function namesBeside(file: string): string[] {
  const { manifest, written, codebook } = targetFiles(file);
  return [file, manifest, written, codebook, `${manifest}.written`];
}

/**
 * Makes a folder of somebody else with files that must stay, and a file of ours whose names are all links into that folder.
 */
async function linkedFile(folder: string): Promise<{ file: string; others: string }> {
  const [ours, others] = [join(folder, "ours"), join(folder, "others")];
  await mkdir(ours);
  await mkdir(others);
  const file = join(ours, "x.json");
  for (const name of namesBeside(file)) {
    await writeFile(join(others, basename(name)), precious);
    await symlink(join(others, basename(name)), name);
  }
  await mkdir(join(others, "partial"));
  await writeFile(join(others, "partial", "responses.db"), precious);
  await symlink(join(others, "partial"), targetFiles(file).partial);
  return { file, others };
}

async function assertUntouched(others: string): Promise<void> {
  const found = await readdir(others, { recursive: true, withFileTypes: true });
  const files = found.filter((it) => !it.isDirectory());
  assert.equal(files.length, namesBeside("x.json").length + 1);
  for (const it of files) {
    assert.equal(await readFile(join(it.parentPath, it.name), "utf8"), precious, it.name);
  }
}

describe("files of exports in place of links", () => {
  const folder = folderOfEachTest();

  let server: TestServer;
  let client: SurveyClient;
  let refuses = false;
  before(async () => {
    server = await startSurveyServer({
      items: itemsJson(40),
      pageSize: 10,
      disturb: (start, _, answer) => {
        if (refuses && start >= 20) {
          sendText(answer, "", 403);
          return true;
        }
        return false;
      },
    });
    client = clientFor(server);
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(() => {
    refuses = false;
  });

  const run = (file: string, more: { resume?: boolean; lanes?: number } = {}) =>
    exportResponses({
      client,
      file,
      format: "json",
      overwrite: true,
      ...more,
    });

  for (const lanes of [1, 4]) {
    for (const resume of [false, true]) {
      it(`replace links without writing through them: ${lanes} lanes, ${resume ? "resumed" : "started"}`, async () => {
        const { file, others } = await linkedFile(folder);
        await run(file, { resume, lanes });
        await assertUntouched(others);
        for (const it of [file, `${file}.manifest.json`]) {
          assert.ok((await lstat(it)).isFile(), it);
        }
      });
    }
  }

  it("are not resumed through a link", async () => {
    const whole = join(folder, "whole.json");
    await run(whole);
    const file = join(folder, "x.json");
    const { partial } = targetFiles(file);
    refuses = true;
    await assert.rejects(run(file), { code: "forbidden" });
    refuses = false;
    // The partial copy of an export, but in another place.
    const elsewhere = join(folder, "elsewhere");
    await rename(partial, elsewhere);
    await symlink(elsewhere, partial);
    const contents = async () =>
      Promise.all(
        (await readdir(elsewhere))
          .sort()
          .map(async (it) => [it, await readFile(join(elsewhere, it))]),
      );
    const before = await contents();
    await run(file, { resume: true });
    assert.deepEqual(await contents(), before);
    assert.equal(await readFile(file, "utf8"), await readFile(whole, "utf8"));
  });

  for (const resume of [false, true]) {
    it(`are not stored through a link in the partial copy: ${resume ? "resumed" : "started"}`, async () => {
      const file = join(folder, "x.json");
      const others = join(folder, "others");
      await writeFile(others, "");
      await mkdir(`${file}.partial`);
      for (const target of [others, join(folder, "nowhere")]) {
        const link = join(`${file}.partial`, "responses.db");
        await symlink(target, link);
        await assert.rejects(run(file, { resume }), {
          code: "file-fault",
          message: /x\.json\.partial cannot be written: it is a folder with other content/,
        });
        await rm(link);
      }
      assert.equal(await readFile(others, "utf8"), "");
      assert.deepEqual((await readdir(folder)).toSorted(), ["others", "x.json.partial"]);
    });
  }

  it("are not written through links if they are structures or response URLs", async () => {
    const { file, others } = await linkedFile(folder);
    await exportSurvey({ client, surveyId: "S1", file, overwrite: true, toolVersion: "1" });
    await assertUntouched(others);
    await using another = await temporaryFolder();
    const urls = await linkedFile(another.path);
    await writeUrlFile({ columns: [], rows: [] }, "csv", urls.file, true);
    await assertUntouched(urls.others);
  });
});
