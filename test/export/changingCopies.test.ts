import assert from "node:assert/strict";
import { readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { copyFile } from "../../src/copy/copyFolders.ts";
import { SurveyCopy } from "../../src/copy/surveyCopy.ts";
import type { Fresh } from "../../src/export/fresh.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { clientFor } from "../client/support/clients.ts";
import { itemOf, pageOf } from "../copy/support/copiedPages.ts";
import { copiesIn, exportResponses } from "./support/exporting.ts";
import { itemsJson, startSurveyServer } from "./support/surveyServer.ts";
import { lengthsOf, lengthTable } from "./support/tables.ts";
import { temporaryFolder } from "../support/folders.ts";

const key = { space: "space", version: "v3", surveyId: "S1" } as const;
const items = itemsJson(35);
const formats = ["ndjson", "csv"] as const;
const expected = {
  ndjson: items.map((it) => `${it}\n`).join(""),
  csv: lengthsOf(items),
};

/** Reads a survey into its copy, then writes a file from it, and calls `meanwhile` just before the file is written. */
async function written(
  format: (typeof formats)[number],
  fresh: Fresh,
  meanwhile: (file: string) => Promise<void>,
  before: (file: string) => Promise<void> = async () => undefined,
): Promise<{ readonly text: string; readonly responses: number }> {
  await using folder = await temporaryFolder();
  await using server = await startSurveyServer({ items, pageSize: 10 });
  const copies = copiesIn(join(folder.path, "copies"));
  const database = copyFile(join(folder.path, "copies"), key);
  const options = {
    client: clientFor(server),
    copies,
    copy: key,
    surveyId: "S1",
    kind: "responses",
    toolVersion: "1",
  } as const;
  const first = join(folder.path, "first.ndjson");
  await exportResponses({ ...options, format: "ndjson", file: first });
  await before(database);
  const file = join(folder.path, `x.${format}`);
  try {
    const { responses } = await exportResponses({
      ...options,
      copies: {
        ...copies,
        writeItems: async (...values) => {
          await meanwhile(database);
          return copies.writeItems(...values);
        },
      },
      fresh,
      format,
      file,
      ...(format === "csv" ? { table: lengthTable(() => meanwhile(database)) } : {}),
    });
    return { text: await readFile(file, "utf8"), responses };
  } catch (error) {
    await assert.rejects(stat(file), { code: "ENOENT" });
    throw error;
  }
}

/** Begins to read what is new, as another process would. */
async function beginReading(database: string): Promise<void> {
  const copy = new SurveyCopy(nodeSqlite, { file: database, version: "v3", dataSpace: "Test" });
  assert.ok(copy.takeLease());
  copy.addPage(pageOf([itemOf(1), itemOf(0)]));
  copy.close();
}

const remove = (database: string) => rm(dirname(database), { recursive: true });

for (const format of formats) {
  describe(`${format} export from a copy that changes`, () => {
    for (const fresh of ["new", "none"] as const) {
      it(`with fresh ${fresh} contains what the copy had when another process began to read into it`, async () => {
        const { text, responses } = await written(format, fresh, beginReading);
        assert.equal(text, expected[format]);
        assert.equal(responses, 35);
      });

      it(`with fresh ${fresh} fails if the copy is removed`, async () => {
        await assert.rejects(written(format, fresh, remove), {
          code: "file-fault",
          message: /was changed by another window/,
        });
      });
    }

    it("with fresh none contains the complete copy although a later reading was interrupted", async () => {
      const { text } = await written(format, "none", async () => undefined, beginReading);
      assert.equal(text, expected[format]);
    });
  });
}
