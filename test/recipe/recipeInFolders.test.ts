import { strict as assert } from "node:assert";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recipeInFolders, stepNumber } from "../../src/recipe/recipeInFolders.ts";

describe("a recipe that is asked for", () => {
  let parent: string;
  let folder: string;

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "survey-explorer-asked-"));
    folder = join(parent, "folder");
    await mkdir(join(folder, "below"), { recursive: true });
    await writeFile(join(folder, "below", "a.survey-recipe.json"), "{}");
    await writeFile(join(parent, "outside.survey-recipe.json"), "{}");
    await symlink(join(parent, "outside.survey-recipe.json"), join(folder, "l.survey-recipe.json"));
    await symlink(parent, join(folder, "up"));
  });
  after(() => rm(parent, { recursive: true }));

  it("is one of the folders', or below one", async () => {
    const name = join("below", "a.survey-recipe.json");
    assert.equal(await recipeInFolders([folder], name), join(folder, name));
    assert.equal(await recipeInFolders([], name), undefined);
  });

  it("is that of the folder that has the file, or may be in the first one", async () => {
    const below = join(folder, "below");
    const name = "a.survey-recipe.json";
    assert.equal(await recipeInFolders([folder, below], name), join(below, name));
    const missing = "b.survey-recipe.json";
    assert.equal(await recipeInFolders([folder, below], missing), join(folder, missing));
    const dotted = "..c.survey-recipe.json";
    assert.equal(await recipeInFolders([folder], dotted), join(folder, dotted));
  });

  it("is none outside, where a link leads there, or of another name", async () => {
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

  it("has steps from 1", () => {
    assert.equal(stepNumber(undefined), undefined);
    assert.equal(stepNumber("2"), 2);
    for (const step of ["0", "-1", "1.5", "01", "first", ""]) {
      assert.throws(() => stepNumber(step), /from 1/);
    }
  });
});
