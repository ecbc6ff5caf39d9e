import { createHash } from "node:crypto";

interface HashedFile {
  /** From the folder, with `/`. */
  readonly path: string;
  /** In hex. */
  readonly sha256: string;
}

/** The hash of a folder, in hex: of what `sha256sum` prints of its files, in the order of their paths. */
export function folderHash(files: readonly HashedFile[]): string {
  const hash = createHash("sha256");
  for (const { path, sha256 } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(`${sha256}  ${path}\n`);
  }
  return hash.digest("hex");
}
