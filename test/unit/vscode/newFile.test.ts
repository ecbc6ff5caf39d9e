import { strict as assert } from "node:assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localDate } from "../../../src/recipe/fileNames.ts";
import { fileForNew } from "../../../src/vscode/exports/newFile.ts";
import { folderOfEachTest } from "../../support/folders.ts";

describe("file proposed for new responses", () => {
  const folder = folderOfEachTest();

  it("is beside that of the earlier export, in the chosen format, and never takes its place", async () => {
    const day = localDate(new Date());
    const earlier = join(folder, "Wave responses.csv");
    await writeFile(earlier, "");
    const first = join(folder, `Wave responses new ${day}.csv`);
    assert.equal(await fileForNew(earlier, ".csv"), first);
    await writeFile(first, "");
    const second = join(folder, `Wave responses new ${day} 2.csv`);
    assert.equal(await fileForNew(earlier, ".csv"), second);
    assert.equal(await fileForNew(first, ".csv"), second);
    assert.equal(
      await fileForNew(first, ".parquet"),
      join(folder, `Wave responses new ${day}.parquet`),
    );
  });
});
