import { existsSync } from "node:fs";
import { join } from "node:path";
import type Mocha from "mocha";
import { repository } from "../../scripts/host/folders.ts";
import { skip } from "../../scripts/testing/skip.ts";

// Folder beside the checkout on the project's own machines; not a part of the repository.
const shared = join(repository, "..", "shared");
export const realSurveys = join(shared, "data", "real-surveys");
export const corpora = join(shared, "corpora");

/** Skips the test if the folder is not there. */
export function needsFolder(test: Mocha.Context, folder: string): void {
  if (!existsSync(folder)) {
    skip(test, `${folder} does not exist`);
  }
}
