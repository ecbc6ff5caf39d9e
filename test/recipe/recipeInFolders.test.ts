import { strict as assert } from "node:assert";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recipeInFolders, stepNumber } from "../../src/recipe/recipeInFolders.ts";
import { folderOfSuite } from "../support/folders.ts";

describe("recipe path in workspace folders", () => {
  const parent = folderOfSuite();
  let folder: string;

  before(async () => {
    folder = join(parent, "folder");
    await mkdir(join(folder, "below"), { recursive: true });
    await writeFile(join(folder, "below", "a.survey-recipe.json"), "{}");
    await writeFile(join(parent, "outside.survey-recipe.json"), "{}");
    await symlink(join(parent, "outside.survey-recipe.json"), join(folder, "l.survey-recipe.json"));
    await symlink(parent, join(folder, "up"));
  });

  it("resolves to a file in a folder or its subfolders", async () => {
    const name = join("below", "a.survey-recipe.json");
    assert.equal(await recipeInFolders([folder], name), join(folder, name));
    assert.equal(await recipeInFolders([], name), undefined);
  });

  it("resolves to the folder that contains the file, or to the first folder if none does", async () => {
    const below = join(folder, "below");
    const name = "a.survey-recipe.json";
    assert.equal(await recipeInFolders([folder, below], name), join(below, name));
    const missing = "b.survey-recipe.json";
    assert.equal(await recipeInFolders([folder, below], missing), join(folder, missing));
    const dotted = "..c.survey-recipe.json";
    assert.equal(await recipeInFolders([folder], dotted), join(folder, dotted));
  });

  it("rejects paths outside the folders, links that lead outside, and other file names", async () => {
    for (const name of [
      join("..", "outside.survey-recipe.json"),
      join(parent, "outside.survey-recipe.json"),
      "l.survey-recipe.json",
      join("up", "outside.survey-recipe.json"),
      join("below", "a.json"),
    ]) {
      assert.equal(await recipeInFolders([folder], name), undefined, name);
    }
  });

  it("accepts step numbers from 1", () => {
    assert.equal(stepNumber(undefined), undefined);
    assert.equal(stepNumber("2"), 2);
    for (const step of ["0", "-1", "1.5", "01", "first", ""]) {
      assert.throws(() => stepNumber(step), /from 1/);
    }
  });
});
