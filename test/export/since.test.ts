import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { verifyExport, type ExportResponsesOptions } from "./support/exporting.ts";
import { readManifest } from "../../src/export/manifest.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { clientOf } from "../client/support/clients.ts";
import { newestFirst, startLiveServer, type LiveItem } from "./support/liveServer.ts";
import { exportLines, serve } from "./support/exported.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

/** Returns response `order`, submitted in the given second; in v1 and v2 it has no id, and pairs have the same text. */
function item(version: ApiVersion, order: number, second: number): LiveItem {
  const finishedAt = new Date(Date.UTC(2025, 2, 1) + second * 1000).toISOString().slice(0, 19);
  const id = version === "v3" ? `"responseId":"r${String(order).padStart(6, "0")}",` : "";
  const serial = version === "v3" ? order : Math.floor(order / 2);
  return { finishedAt, order, json: `{${id}"finishedAt":"${finishedAt}","serial":"${serial}"}` };
}

/** Returns 53 responses, the last six of them in one second. */
function before(version: ApiVersion): LiveItem[] {
  return Array.from({ length: 53 }, (_, order) => item(version, order, Math.min(order, 47)));
}

/** Returns the responses that come later, some of them still in the last second of `before`. */
function later(version: ApiVersion): LiveItem[] {
  return Array.from({ length: 40 }, (_, index) =>
    item(version, 53 + index, 47 + Math.max(0, index - 5)),
  );
}

for (const version of apiVersions) {
  for (const minLanes of [1, 4]) {
    describe(`export of new responses in ${version} with ${minLanes} lanes`, () => {
      it("equals a full export together with the export before it", async () => {
        await using folder = await temporaryFolder();
        const [first, second, full] = ["1", "2", "full"].map((it) => join(folder.path, it)) as [
          string,
          string,
          string,
        ];
        {
          await using server = await serve(version, before(version));
          await exportLines(server, version, { file: first });
        }
        await using server = await serve(version, [...before(version), ...later(version)]);
        const since = `${first}.manifest.json`;
        const { responses } = await exportLines(server, version, {
          file: second,
          since,
          minLanes,
        });
        await exportLines(server, version, { file: full });
        assert.equal(responses, 40);
        const joined = `${await readFile(second, "utf8")}${await readFile(first, "utf8")}`;
        assert.equal(joined, await readFile(full, "utf8"));
        const manifest = await readManifest(`${second}.manifest.json`);
        assert.equal(manifest.since?.sha256, (await readManifest(since)).sha256);
      });
    });
  }

  describe(`export of new responses in ${version}`, () => {
    const folder = folderOfEachTest();

    it("continues from export to export, also if nothing is new", async () => {
      const file = (name: number) => join(folder, String(name));
      const since = (name: number) => `${file(name)}.manifest.json`;
      const items = [...before(version), ...later(version)];
      const found: number[] = [];
      for (const [index, count] of [50, 50, 55, 56, 93, 93].entries()) {
        await using server = await serve(version, items.slice(0, count));
        const earlier = index === 0 ? {} : { since: since(index - 1) };
        const { responses } = await exportLines(server, version, { file: file(index), ...earlier });
        found.push(responses);
      }
      assert.deepEqual(found, [50, 0, 5, 1, 37, 0]);
    });

    it("continues an export that is empty", async () => {
      const file = (name: number) => join(folder, String(name));
      const since = (name: number) => `${file(name)}.manifest.json`;
      const found: number[] = [];
      for (const [index, count] of [0, 0, 53, 53].entries()) {
        await using server = await serve(version, before(version).slice(0, count));
        const earlier =
          index === 0
            ? { query: { startDateTime: "2025-03-01T00:00:01" } }
            : { since: since(index - 1) };
        const { responses } = await exportLines(server, version, { file: file(index), ...earlier });
        found.push(responses);
        const { ok } = await verifyExport({
          client: clientOf(server, version),
          file: file(index),
          toolVersion: "1",
        });
        assert.ok(ok);
      }
      // The first two were submitted before the range that the first export asked for.
      assert.deepEqual(found, [0, 0, 51, 0]);
    });

    it("is resumed to the same bytes, also within the second where it begins", async () => {
      const first = join(folder, "1");
      // The last second has more responses than a page, before and after.
      const old = Array.from({ length: 30 }, (_, order) => item(version, order, 0));
      const fresh = Array.from({ length: 60 }, (_, index) =>
        item(version, 30 + index, index < 30 ? 0 : index),
      );
      {
        await using server = await serve(version, old);
        await exportLines(server, version, { file: first });
      }
      const since = `${first}.manifest.json`;
      const items = [...old, ...fresh];
      for (let fails = 2; fails < 11; fails++) {
        const file = join(folder, `broken ${fails}`);
        let broken = true;
        await using server = await startLiveServer({
          version,
          items,
          lastPage: "null",
          fails: (request) => broken && request >= fails,
        });
        await assert.rejects(exportLines(server, version, { file, since }), {
          code: "server-fault",
        });
        broken = false;
        const { responses } = await exportLines(server, version, { file, since, resume: true });
        assert.equal(responses, 60, `interrupted at request ${fails}`);
        const expected = newestFirst(fresh).map((it) => `${it.json}\n`);
        assert.equal(await readFile(file, "utf8"), expected.join(""));
      }
    });
  });
}

describe("export of new responses", () => {
  it("continues only an export of the same request", async () => {
    await using folder = await temporaryFolder();
    await using server = await serve("v3", before("v3"));
    const first = join(folder.path, "1");
    await exportLines(server, "v3", { file: first });
    const since = `${first}.manifest.json`;
    const file = join(folder.path, "2");
    const differences: [Partial<ExportResponsesOptions>, RegExp][] = [
      [{ kind: "metadata" }, /of responses, not of response metadata/],
      [{ surveyId: "S2" }, /of another survey \(Live\)/],
      [{ query: { collectGroupId: "g" } }, /for another collect group/],
      [{ query: { variables: ["Q1"] } }, /with other variables/],
      [{ query: { startDateTime: "2025-01-01T00:00:00" } }, /no other one can be given/],
      [{ client: clientOf(server, "v2") }, /exported with API v3, and the data space is set to v2/],
      [{ since: file }, /There is no manifest/],
    ];
    for (const [difference, message] of differences) {
      await assert.rejects(exportLines(server, "v3", { file, since, ...difference }), {
        code: "invalid-input",
        message,
      });
    }
  });
});
