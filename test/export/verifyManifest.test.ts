import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest, writeManifest, type Manifest } from "../../src/export/manifest.ts";
import { folderOfEachTest } from "../support/folders.ts";

const manifest: Manifest = {
  dataSpace: "Acme",
  baseUrl: "https://example.test",
  apiVersion: "v3",
  survey: { surveyId: "S1", label: "Kaffee & 한글" },
  kind: "responses",
  format: "ndjson",
  query: { collectGroupId: "g1", variables: ["Q1"] },
  range: { endDateTime: "2025-03-27T10:00:00", frozen: true },
  startedAt: "2026-01-01T00:00:00.000Z",
  finishedAt: "2026-01-01T00:00:01.000Z",
  responses: 3,
  pages: 1,
  first: { responseId: "r3", finishedAt: "2025-03-27T10:00:00" },
  last: { responseId: "r1" },
  newest: { finishedAt: "2025-03-27T10:00:00", items: ["r3"] },
  bytes: 300,
  sha256: "0".repeat(64),
  toolVersion: "1.2.3",
  warnings: ["A sentence."],
};

describe("manifest", () => {
  const folder = folderOfEachTest();
  const path = join(folder, "x.manifest.json");

  it("is read as it was written", async () => {
    await writeManifest(join(folder, "x"), manifest);
    assert.deepEqual(await readManifest(path), manifest);
  });

  it("keeps unknown fields", async () => {
    const more = { ...manifest, more: { of: [1] } };
    await writeManifest(join(folder, "x"), more);
    assert.deepEqual(await readManifest(path), more);
  });

  it("is refused with the reason if it is missing or invalid", async () => {
    await assert.rejects(readManifest(path), {
      code: "invalid-input",
      message: `There is no manifest ${path}. Every export writes one beside its file; put it back, or export again.`,
    });
    await writeManifest(join(folder, "x"), manifest);
    const good = await readFile(path, "utf8");
    for (const [content, problem] of [
      ["", /not JSON/],
      [good.slice(0, -10), /not JSON/],
      ["[]", /The manifest .* cannot be used/],
      [good.replace('"manifest": 1', '"manifest": 2'), /"manifest"/],
      [good.replace('"kind": "responses"', '"kind": "other"'), /"kind"/],
      [good.replace("00000", "0000"), /"sha256"/],
      [good.replace('"frozen": true', '"frozen": "yes"'), /"range\.frozen"/],
    ] as const) {
      assert.ok(content !== good);
      await writeFile(path, content);
      await assert.rejects(readManifest(path), { code: "invalid-input", message: problem });
    }
    await mkdir(join(folder, "folder"));
    await assert.rejects(readManifest(join(folder, "folder")), {
      code: "file-fault",
      message: /cannot be read: it is a folder/,
    });
  });
});
