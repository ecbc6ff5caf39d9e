import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { clientOf } from "../conformance/support/clients.ts";
import type { ExportDataSpaceProgress } from "../../src/export/exportDataSpace.ts";
import { startService, writeDirectory, type TestService } from "../service/support/dataSpace.ts";
import { exportDataSpace, type ExportDataSpaceOptions } from "./support/exporting.ts";
import { assertSameAnswers } from "./support/sameAnswers.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { realSurveys } from "../support/shared.ts";
import { temporaryFolder } from "../support/folders.ts";

function exportFrom(
  service: TestService,
  directory: string,
  options: Partial<ExportDataSpaceOptions> = {},
) {
  return exportDataSpace({
    client: clientOf(service, "v3"),
    serials: clientOf(service, "v1"),
    directory,
    toolVersion: "1",
    ...options,
  });
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.map((it) => join(it.parentPath, it.name));
}

/** Survey ids that make trouble as folder names. */
const hostileIds = [
  "nul",
  "CON",
  "a b/../c",
  "설문 조사 100%",
  "x".repeat(300),
  "Abc",
  "aBC",
  ".hidden",
  "$(id)",
];

const hostileSpace = () =>
  writeDirectory({
    dataspace: { label: "Hostile", spaceId: "space-한국", apiKey: "키:with:colons/and+more" },
    surveys: hostileIds.map((surveyId, index) => ({
      // The folder name of the test directory; `survey` contains the id.
      surveyId: `f${index}`,
      survey: {
        surveyId,
        label: `Survey <b>${index}</b>`,
        extra: { deep: [1.5, null] },
        createdAt: "2025-01-01T00:00:00",
      },
      collectGroups: [2, 1].map((it) => ({
        collectGroupId: `g/${index}/${it}`,
        surveyId,
        label: `Group ${it}`,
        channel: it === 1 ? "PUBLIC_LINK" : "ODD",
        state: index % 2 === 0 ? "RUNNING" : "READY",
        isUsingHmac: it === 1 && index % 3 === 0,
        createdAt: "2025-01-01T00:00:00",
        more: 1.5,
        ...(it === 1 && index > 2 ? { serial: `S-${index}` } : {}),
      })),
      responses: Array.from(
        { length: index * 3 },
        (_, number) =>
          `{"responseId":"r${number}","exact":9007199254740993,"finishedAt":"2025-03-01T10:00:0${number % 3}","variables":[{"name":"Q","answer":[{"value":"1"}]}],"unknown":{"__proto__":[1.50]}}`,
      ),
    })),
  });

describe("exported data space in the local data space", () => {
  const spaces: readonly [name: string, start: () => Promise<TestService> | undefined][] = [
    ["the sample", () => startService()],
    [
      "real surveys",
      () => (existsSync(realSurveys) ? startService(["--directory", realSurveys]) : undefined),
    ],
    ["surveys with hostile IDs", () => startService(["--directory", hostileSpace()])],
  ];
  for (const [name, start] of spaces) {
    it(`answers every request like the original: ${name}`, async function () {
      await using service = await start();
      if (!service) {
        skip(this, `${realSurveys} does not exist`);
      }
      await using folder = await temporaryFolder();
      const directory = join(folder.path, "copy");
      const told: ExportDataSpaceProgress[] = [];
      const result = await exportFrom(service, directory, { onProgress: (it) => told.push(it) });
      assert.deepEqual(result.warnings, []);
      assert.equal(result.directory, directory);
      const copy = await startService(["--directory", directory]);
      try {
        const compared = await assertSameAnswers(service, copy);
        assert.ok(compared > result.surveys * 20, `${compared} answers`);
        assert.notEqual(copy.apiKey, service.apiKey);
        assert.notEqual(copy.spaceId, service.spaceId);
      } finally {
        await copy.stop();
      }
      assert.equal(told.at(-1)?.survey, result.surveys);
      assert.equal(told.at(-1)?.surveys, result.surveys);
      assert.deepEqual((await readdir(directory)).sort(), [
        "dataspace.json",
        "manifest.json",
        "surveys",
      ]);
      for (const path of await filesIn(directory)) {
        const found = await stat(path);
        assert.equal(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, path);
        if (found.isFile()) {
          const content = await readFile(path);
          assert.ok(!content.includes(service.apiKey), path);
        }
      }
    });
  }
});
