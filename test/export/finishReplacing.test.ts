import assert from "node:assert/strict";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { targetFiles } from "../../src/export/targetFiles.ts";
import type { TableConversion } from "../../src/export/conversion.ts";
import { clientOf } from "../client/support/clients.ts";
import { liveItems, serve } from "./support/exported.ts";
import { exportResponses, type ExportResponsesOptions } from "./support/exporting.ts";
import { lengthTable } from "./support/tables.ts";
import { folderOfEachTest } from "../support/folders.ts";

const items = liveItems("v3", 31);

async function exported(
  count: number,
  options: Pick<ExportResponsesOptions, "file"> & Partial<ExportResponsesOptions>,
) {
  await using server = await serve("v3", items.slice(0, count));
  const client = clientOf(server, "v3");
  return await exportResponses({ client, format: "ndjson", overwrite: true, ...options });
}

/** Makes what is left of an export that is killed when its manifest is in place, and its file is not. */
async function killed(
  file: string,
  options: Partial<ExportResponsesOptions> = {},
): Promise<string> {
  const { written } = targetFiles(file);
  await exported(20, { file, ...options });
  await rename(file, `${file}.before`);
  await exported(31, { file, ...options });
  await rename(file, written);
  await rename(`${file}.before`, file);
  return written;
}

function withCodebook(partition: "none" | "day", codebook: string): TableConversion {
  const table = lengthTable((it) => writeFile(it.codebook, "codebook"), { partition });
  return {
    ...table,
    prepare: (structure) => async (it) => {
      const converted = await table.prepare(structure)(it);
      return { ...converted, table: { ...converted.table, codebook: "csv" } };
    },
    codebook,
  };
}

describe("export that was killed between its manifest and its file", () => {
  const folder = folderOfEachTest();
  const file = join(folder, "x");

  it("gets its file before another continues from it", async () => {
    const written = await killed(file);
    const bytes = await readFile(written, "utf8");
    const since = targetFiles(file).manifest;
    const { responses } = await exported(31, { file: join(folder, "y"), since });
    assert.equal(responses, 0);
    assert.equal(await readFile(file, "utf8"), bytes);
    const left = ["x", "x.manifest.json", "y", "y.manifest.json"];
    assert.deepEqual((await readdir(folder)).sort(), left);
  });

  it("gets its file before it is replaced", async () => {
    const bytes = await readFile(await killed(file), "utf8");
    const stopped = new Error("Stopped.");
    const confirmReplace = () => Promise.reject(stopped);
    await assert.rejects(exported(31, { file, confirmReplace }), stopped);
    assert.equal(await readFile(file, "utf8"), bytes);
  });

  for (const partition of ["none", "day"] as const) {
    it(`gets its table with its codebook, partition ${partition}`, async () => {
      const codebook = join(folder, "x.codebook.csv");
      await killed(file, { format: "parquet", table: withCodebook(partition, codebook) });
      await rename(codebook, targetFiles(file).codebook);
      const since = targetFiles(file).manifest;
      await exported(31, { file: join(folder, "y"), since });
      const left = ["x", "x.codebook.csv", "x.manifest.json", "y", "y.manifest.json"];
      assert.deepEqual((await readdir(folder)).sort(), left);
    });
  }

  it("gets no file that its manifest does not describe", async () => {
    const written = await killed(file);
    const bytes = await readFile(written);
    await writeFile(written, bytes.fill(" ", 0, 100));
    const before = await readFile(file);
    await exported(31, { file: join(folder, "y"), since: targetFiles(file).manifest });
    assert.deepEqual(await readFile(file), before);
  });
});
