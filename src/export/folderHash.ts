import { createHash } from "node:crypto";

interface HashedFile {
  /** Path relative to the folder, with `/`. */
  readonly path: string;
  /** Hash of the file, in hex. */
  readonly sha256: string;
}

/** Returns the hash of a folder, in hex: the hash of what `sha256sum` prints for its files, in the order of their paths. */
export function folderHash(files: readonly HashedFile[]): string {
  const hash = createHash("sha256");
  for (const { path, sha256 } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(`${sha256}  ${path}\n`);
  }
  return hash.digest("hex");
}
