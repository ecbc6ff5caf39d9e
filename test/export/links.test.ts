import assert from "node:assert/strict";
import { lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { exportResponses } from "./support/exporting.ts";
import { exportSurvey } from "../../src/export/exportSurvey.ts";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { writeUrlFile } from "../../src/export/urlFile.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { startItemServer } from "./support/itemServer.ts";
import { itemsJson, startSurveyServer, temporaryFolder } from "./support/surveyServer.ts";

const precious = "precious";

/** All that an export may write, beside and for the file. */
function namesBeside(file: string): string[] {
  const { manifest, partial, journal } = targetFiles(file);
  return [file, manifest, partial, journal, `${manifest}.partial`];
}

/** Someone else's folder with what must stay, and a file of ours whose names are all links into it. */
async function linkedFile(folder: string): Promise<{ file: string; others: string }> {
  const [ours, others] = [join(folder, "ours"), join(folder, "others")];
  await mkdir(ours);
  await mkdir(others);
  const file = join(ours, "x.json");
  for (const name of namesBeside(file)) {
    await writeFile(join(others, basename(name)), precious);
    await symlink(join(others, basename(name)), name);
  }
  await mkdir(join(others, "spool"));
  await writeFile(join(others, "spool", "0"), precious);
  await symlink(join(others, "spool"), `${file}.spool`);
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

function timeOfSeconds(seconds: number): string {
  return new Date(Date.UTC(2025, 2, 1) + seconds * 1000).toISOString().slice(0, 19);
}

describe("the files of exports, where links stand in their place", () => {
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
      surveyId: "S1",
      kind: "responses",
      file,
      format: "json",
      overwrite: true,
      toolVersion: "1",
      ...more,
    });

  for (const lanes of [1, 4]) {
    for (const resume of [false, true]) {
      it(`are written in place of the links, never through them: ${lanes} lanes, ${resume ? "resumed" : "begun"}`, async () => {
        await using folder = await temporaryFolder();
        const { file, others } = await linkedFile(folder.path);
        await run(file, { resume, lanes });
        await assertUntouched(others);
        for (const it of [file, `${file}.manifest.json`]) {
          assert.ok((await lstat(it)).isFile(), it);
        }
      });
    }
  }

  for (const ending of ["partial", "journal"]) {
    it(`are not continued through a link: .${ending}`, async () => {
      await using folder = await temporaryFolder();
      const whole = join(folder.path, "whole.json");
      await run(whole);
      const file = join(folder.path, "x.json");
      refuses = true;
      await assert.rejects(run(file), { code: "forbidden" });
      refuses = false;
      // What an export left, but elsewhere.
      const elsewhere = join(folder.path, "elsewhere");
      await rename(`${file}.${ending}`, elsewhere);
      await symlink(elsewhere, `${file}.${ending}`);
      const before = await readFile(elsewhere, "utf8");
      await run(file, { resume: true });
      assert.equal(await readFile(elsewhere, "utf8"), before);
      assert.equal(await readFile(file, "utf8"), await readFile(whole, "utf8"));
    });
  }

  it("are not spooled through a link", async () => {
    await using folder = await temporaryFolder();
    const far = await startItemServer();
    try {
      // Enough, and slow enough, for several windows.
      const items = Array.from({ length: 6000 }, (_, index) => {
        const finishedAt = timeOfSeconds(index);
        const bytes = Buffer.from(`{"responseId":"r${index}","finishedAt":"${finishedAt}"}`);
        return { finishedAt, bytes };
      }).toReversed();
      far.serve({ survey: () => "{}", items, pageSize: 100, latency: 5 });
      const file = join(folder.path, "x.json");
      const options = {
        client: clientFor(far),
        surveyId: "S1",
        kind: "responses",
        file,
        format: "ndjson",
        toolVersion: "1",
        lanes: 4,
      } as const;
      const leaving = new AbortController();
      const left = exportResponses({
        ...options,
        signal: leaving.signal,
        onProgress: () => leaving.abort(),
      });
      await assert.rejects(left, { code: "cancelled" });
      const others = join(folder.path, "others");
      await mkdir(others);
      const names = Array.from({ length: 20 }, (_, window) => String(window));
      for (const it of names) {
        await writeFile(join(others, it), precious);
      }
      await symlink(others, `${file}.spool`);
      // Whether it goes on or gives up: nothing of others may change.
      const [outcome] = await Promise.allSettled([exportResponses({ ...options, resume: true })]);
      for (const it of names) {
        assert.equal(await readFile(join(others, it), "utf8"), precious, it);
      }
      assert.equal((await readdir(others)).length, names.length);
      assert.ok(outcome.status === "fulfilled" || outcome.reason instanceof SurveyError);
      const lines = items.map((it) => `${it.bytes.toString()}\n`).join("");
      assert.ok(outcome.status === "rejected" || (await readFile(file, "utf8")) === lines);
    } finally {
      await far[Symbol.asyncDispose]();
    }
  });

  it("are not written through, when they are a survey's structure or response URLs", async () => {
    await using folder = await temporaryFolder();
    const { file, others } = await linkedFile(folder.path);
    await exportSurvey({ client, surveyId: "S1", file, overwrite: true, toolVersion: "1" });
    await assertUntouched(others);
    await using another = await temporaryFolder();
    const urls = await linkedFile(another.path);
    await writeUrlFile({ columns: [], rows: [] }, "csv", urls.file, true);
    await assertUntouched(urls.others);
  });
});
