import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { VsCodeInstallation } from "./provision.ts";

/** Themes, and what shows the JSON and Markdown that the extension writes. */
const few = [
  "theme-defaults",
  "theme-seti",
  "json",
  "json-language-features",
  "markdown-basics",
  "markdown-language-features",
];

/** Links in a folder to few of VS Code's built-in extensions: the hundred take a quarter of the processor time of opening a window. */
export async function linkFewBuiltins(
  { server }: VsCodeInstallation,
  folder: string,
): Promise<void> {
  await mkdir(folder);
  for (const name of few) {
    await symlink(join(server, "extensions", name), join(folder, name), "junction");
  }
}
