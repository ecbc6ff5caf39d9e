import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExportCopies } from "../../src/export/exportCopies.ts";
import { putInPlace, targetFiles, writeAtomically } from "../../src/export/targetFiles.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { clientOf } from "../client/support/clients.ts";
import { liveItems } from "./support/exported.ts";
import { copiesIn, exportResponses, type ExportResponsesOptions } from "./support/exporting.ts";
import { isResponsePage, serve } from "./support/keptSurvey.ts";
import { lengthTable } from "./support/tables.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const items = liveItems("v3", 31);
const key = { space: "space", version: "v3", surveyId: "S1" } as const;

const failed = (text: string) => new SurveyError("file-fault", { text, words: [] });

/** Exports with copies that fail in places. @returns the names of the files, and the result */
async function exported(
  change: (copies: ExportCopies) => Partial<ExportCopies>,
  isRefused?: (url: URL) => boolean,
  options: Partial<ExportResponsesOptions> = {},
) {
  await using folder = await temporaryFolder();
  await using copies = await temporaryFolder();
  await using server = await serve("v3", items, isRefused);
  const direct = copiesIn(copies.path);
  const result = await exportResponses({
    client: clientOf(server, "v3"),
    copies: { ...direct, ...change(direct) },
    copy: key,
    file: join(folder.path, "x"),
    format: "ndjson",
    ...options,
  }).catch((error: unknown) => error);
  return { result, files: (await readdir(folder.path)).sort() };
}

describe("export that fails", () => {
  it("says why its file could not be written, not that its copy is gone as well", async () => {
    let isOver = false;
    const { result } = await exported(({ copyState }) => ({
      writeItems: async () => {
        isOver = true;
        throw failed("The first error.");
      },
      copyState: async (copy) => {
        if (isOver) {
          throw failed("The second error.");
        }
        return copyState(copy);
      },
    }));
    assert.match(String(result), /The first error/);
  });

  for (const fresh of ["new", "none"] as const) {
    it(`closes the survey's copy that it could not look at, with fresh "${fresh}"`, async () => {
      const open = new Set<number>();
      const { result } = await exported(
        ({ openCopy, closeCopy }) => ({
          async openCopy(...values) {
            const copy = await openCopy(...values);
            open.add(copy);
            return copy;
          },
          copyState: async () => {
            throw failed("Its file cannot be read.");
          },
          async closeCopy(copy) {
            open.delete(copy);
            return closeCopy(copy);
          },
        }),
        undefined,
        { fresh },
      );
      assert.match(String(result), /Its file cannot be read/);
      assert.deepEqual([...open], []);
    });
  }

  it("says why nothing was read, not that its empty copy cannot be removed", async () => {
    const { result } = await exported(
      () => ({
        removeCopy: async () => {
          throw failed("The second error.");
        },
      }),
      isResponsePage,
    );
    assert.ok(result instanceof SurveyError, String(result));
    assert.equal(result.code, "forbidden");
  });
});

describe("export whose file is complete", () => {
  it("succeeds if its copy cannot replace the survey's", async () => {
    const { result, files } = await exported(() => ({
      adoptCopy: async () => {
        throw failed("Another program is using it.");
      },
    }));
    assert.ok(!(result instanceof Error), String(result));
    assert.deepEqual(files, ["x", "x.manifest.json"]);
  });
});

describe("export whose file cannot be put in place", () => {
  const folder = folderOfEachTest();

  const run = async (count: number, options: Partial<ExportResponsesOptions>, folder: string) => {
    await using server = await serve("v3", items.slice(0, count));
    const client = clientOf(server, "v3");
    const file = join(folder, "x");
    return await exportResponses({ client, file, format: "ndjson", overwrite: true, ...options });
  };
  /** Makes a folder at the path as late as another program could. */
  const taking = (path: string) => ({ confirmReplace: () => mkdir(path) });

  it("leaves the earlier file its own manifest, from which later exports continue", async () => {
    const manifest = join(folder, "x.manifest.json");
    const codebook = join(folder, "x.codebook.csv");
    const csv = { format: "csv", table: lengthTable() } as const;
    await run(20, csv, folder);
    const before = await readFile(manifest, "utf8");
    const table = { ...lengthTable(), codebook };
    await assert.rejects(run(31, { ...csv, table, ...taking(codebook) }, folder), {
      code: "file-fault",
    });
    assert.equal(await readFile(manifest, "utf8"), before);
    const left = ["x", "x.codebook.csv", "x.manifest.json", "x.partial"];
    assert.deepEqual((await readdir(folder)).sort(), left);
  });

  it("leaves the earlier file its own codebook", async () => {
    const [file, codebook] = [join(folder, "x"), join(folder, "x.codebook.csv")];
    const making = lengthTable((given) => writeFile(given.codebook, "new"));
    const csv = { format: "csv", table: { ...making, codebook } } as const;
    // Another program keeps the file from being replaced.
    const blocking = {
      confirmReplace: async () => {
        await rm(file, { force: true });
        await mkdir(file);
      },
    };
    await assert.rejects(run(31, { ...csv, ...blocking }, folder), { code: "file-fault" });
    assert.deepEqual((await readdir(folder)).sort(), ["x", "x.partial"]);
    await rmdir(file);
    await writeFile(codebook, "older");
    await assert.rejects(run(31, { ...csv, ...blocking }, folder), { code: "file-fault" });
    assert.equal(await readFile(codebook, "utf8"), "older");
  });

  it("leaves no manifest where there was none, and no half file", async () => {
    const file = join(folder, "x");
    await assert.rejects(run(31, taking(file), folder), { code: "file-fault" });
    assert.deepEqual((await readdir(folder)).sort(), ["x", "x.partial"]);
  });

  it("does not take the half file of another process that exports to the same file", async () => {
    const file = join(folder, "x");
    const { written } = targetFiles(file);
    await writeFile(file, "old");
    const replacing = { confirmReplace: () => writeFile(written, "half a file") };
    await assert.rejects(run(31, replacing, folder), { code: "file-fault" });
    assert.equal(await readFile(file, "utf8"), "old");
    assert.equal(await readFile(written, "utf8"), "half a file");
    const left = ["x", "x.partial", "x.written"];
    assert.deepEqual((await readdir(folder)).sort(), left);
  });

  it("leaves no half file if it is cancelled while it is written", async () => {
    await using copies = await temporaryFolder();
    const stop = new AbortController();
    const direct = copiesIn(copies.path);
    const cancelling: ExportCopies = {
      ...direct,
      writeItems: (copy, job, signal) => {
        stop.abort();
        return direct.writeItems(copy, job, signal);
      },
    };
    const options = { copies: cancelling, signal: stop.signal };
    await assert.rejects(run(31, options, folder), { code: "cancelled" });
    assert.deepEqual(await readdir(folder), ["x.partial"]);
  });

  it("leaves the earlier folder in its place", async () => {
    const files = targetFiles(join(folder, "x"));
    // Moving the earlier folder away takes the new one along.
    const written = join(files.file, "day=2025-03-27");
    await mkdir(written, { recursive: true });
    await assert.rejects(putInPlace({ ...files, written }), { code: "ENOENT" });
    assert.deepEqual(await readdir(folder), ["x"]);
  });

  it("leaves nothing of a small file", async () => {
    const file = join(folder, "x");
    await mkdir(file);
    await assert.rejects(writeAtomically(file, Buffer.from("text")), { code: "file-fault" });
    assert.deepEqual(await readdir(folder), ["x"]);
  });
});
