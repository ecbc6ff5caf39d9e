import { strict as assert } from "node:assert";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { FileNames } from "../../../src/vscode/exports/fileNames.ts";
import { folderOfEachTest } from "../../support/folders.ts";

describe("names of the files of several surveys", () => {
  const folder = folderOfEachTest();
  const kind = { format: "xlsx", codebook: "csv" } as const;

  it("are unique, and free if files that exist are kept", async () => {
    await writeFile(join(folder, "Wave.xlsx"), "");
    const names = async (isKept: boolean) => {
      const made = new FileNames(folder, { ...kind, isKept }, [
        { file: join(folder, "Other.xlsx") },
      ]);
      const paths: string[] = [];
      for (const label of ["<b>Wave</b>", "New", "NEW", "other"]) {
        paths.push(basename(await made.next(label)));
      }
      return paths;
    };
    const others = ["New.xlsx", "NEW 2.xlsx", "other 2.xlsx"];
    assert.deepEqual(await names(true), ["Wave 2.xlsx", ...others]);
    assert.deepEqual(await names(false), ["Wave.xlsx", ...others]);
  });

  it("leave the codebook of an earlier export in another format where it is", async () => {
    await writeFile(join(folder, "Wave.codebook.csv"), "");
    const next = async (wanted: typeof kind | { readonly format: "ndjson" }) =>
      new FileNames(folder, { ...wanted, isKept: true }, []).next("Wave");
    assert.equal(await next(kind), join(folder, "Wave 2.xlsx"));
    assert.equal(await next({ format: "ndjson" }), join(folder, "Wave.ndjson"));
  });
});
