import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { DataSpaceAccess } from "./data-space.ts";
import { repository } from "./folders.ts";

const source = join(repository, "scripts", "start-extension");
const id = "survey-explorer.start";

/**
 * Returns files for a server's data directory: a second, installed extension that adds a running data space to Survey
 * Explorer and shows its surveys (a window loads only one extension under development). The data space is in the global
 * storage of that extension. So the key is neither in an address nor in settings, every new window finds it, and it is
 * deleted with the server.
 */
export async function startExtensionFiles(
  name: string,
  access: DataSpaceAccess,
  version = "v3",
): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    [join("data", "User", "globalStorage", id, "data-space.json")]: JSON.stringify({
      name,
      version,
      ...access,
    }),
  };
  for (const file of await readdir(source)) {
    files[join("extensions", `${id}-0.0.0`, file)] = await readFile(join(source, file), "utf8");
  }
  return files;
}
