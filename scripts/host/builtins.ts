import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { VsCodeInstallation } from "./provision.ts";

/** Themes, and what shows the JSON and Markdown that the extension writes. */
export const fewBuiltins: readonly string[] = [
  "theme-defaults",
  "theme-seti",
  "json",
  "json-language-features",
  "markdown-basics",
  "markdown-language-features",
];

/** Links in a folder to some of VS Code's built-in extensions: all hundred take a quarter of the processor time of opening a window. */
export async function linkBuiltins(
  names: readonly string[],
  { server }: VsCodeInstallation,
  folder: string,
): Promise<void> {
  await mkdir(folder);
  for (const name of names) {
    await symlink(join(server, "extensions", name), join(folder, name), "junction");
  }
}
