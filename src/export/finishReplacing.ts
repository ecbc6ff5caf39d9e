import { contentHash } from "./contentHash.ts";
import { readManifest } from "./manifest.ts";
import {
  codebookFile,
  hasSizes,
  pathExists,
  putInPlace,
  syncFolderOf,
  targetFiles,
} from "./targetFiles.ts";

/**
 * Puts a file in place whose export was killed when only its manifest was: an export that continues from that manifest would
 * leave out what the earlier file does not have.
 */
export async function finishReplacing(file: string): Promise<void> {
  const files = targetFiles(file);
  if (!(await pathExists(files.written))) {
    return;
  }
  const manifest = await readManifest(files.manifest).catch(() => undefined);
  if (!manifest || !(await hasSizes(files.written, manifest))) {
    return;
  }
  const { table, sha256 } = manifest;
  if ((await contentHash(files.written, { files: table?.files })) === sha256) {
    const codebook = table?.codebook;
    const isLeft = codebook !== undefined && (await pathExists(files.codebook));
    await putInPlace(files, isLeft ? codebookFile(file, codebook) : undefined);
    await syncFolderOf(file);
  }
}
