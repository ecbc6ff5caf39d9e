import { withFileFaults } from "./fileFaults.ts";
import { checkTarget, syncFolderOf, withFileTaken, writeWhole } from "./targetFiles.ts";

/** Writes a text whole, or nothing, as `writeBytes` does. */
export function writeTextFile(
  file: string,
  overwrite: boolean,
  textOf: () => string | Promise<string>,
): Promise<number> {
  return writeBytes(file, overwrite, async () => Buffer.from(await textOf(), "utf8"));
}

/**
 * Writes a file whole, or nothing. Its content is asked for once it is clear that the file may be written.
 * @returns how many bytes
 * @throws SurveyError "invalid-input", "file-exists" or "file-fault", and what `bytesOf` throws
 */
export async function writeBytes(
  file: string,
  overwrite: boolean,
  bytesOf: () => Promise<Uint8Array>,
): Promise<number> {
  return withFileTaken(file, async () => {
    await checkTarget(file, overwrite);
    const bytes = await bytesOf();
    // Asked again: the file may have come to be meanwhile.
    await checkTarget(file, overwrite);
    await withFileFaults(file, async () => {
      await writeWhole(file, bytes);
      await syncFolderOf(file);
    });
    return bytes.length;
  });
}
