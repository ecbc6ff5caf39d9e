import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns all files in a folder and its subfolders. Other processes may remove folders meanwhile, which then count as empty.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  const found = entries.map(async (it) => {
    const path = join(folder, it.name);
    return it.isDirectory() ? filesBelow(path) : it.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
