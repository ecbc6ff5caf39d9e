import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** All files in a folder and those in it. Where others are at work, folders may go while they are looked at. */
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
