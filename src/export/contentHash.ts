import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { TableFacts } from "./conversion.ts";
import { fileFault, withFileFaults } from "./fileFaults.ts";
import { isOfFileManager } from "./fileManagers.ts";
import { folderHash } from "./folderHash.ts";

/** Returns the hash as in the manifest; for a folder, of all files that are in it but those of file managers. */
export async function contentHash(
  file: string,
  { files }: Pick<TableFacts, "files">,
  signal?: AbortSignal,
): Promise<string> {
  if (!files) {
    return fileHash(file, signal);
  }
  const there = await withFileFaults(file, () =>
    readdir(file, { recursive: true, withFileTypes: true }),
  );
  const paths = there
    .filter((it) => !it.isDirectory() && !isOfFileManager(it.name))
    .map((it) => relative(file, join(it.parentPath, it.name)).replaceAll(sep, "/"));
  const hashed = [];
  for (const path of paths) {
    hashed.push({ path, sha256: await fileHash(join(file, path), signal) });
  }
  return folderHash(hashed);
}

async function fileHash(file: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file, { signal }), hash);
  } catch (error) {
    throw fileFault(error, file, "read");
  }
  return hash.digest("hex");
}
