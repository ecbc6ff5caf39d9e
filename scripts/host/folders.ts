import { join } from "node:path";

export const repository = join(import.meta.dirname, "..", "..");

/** Folder for what is installed once and reused: VS Code, a browser, fonts. Ignored by git. */
export const provisioned = join(repository, ".vscode-test");

export const testOutput = join(repository, "test-output");
