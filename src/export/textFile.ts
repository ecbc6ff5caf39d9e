import { withFileFaults } from "./fileFaults.ts";
import { checkTarget, syncFolderOf, withFileTaken, writeWhole } from "./targetFiles.ts";

/**
 * Writes a text whole, or nothing. It is asked for once it is clear that the file may be written.
 * @returns bytes
 * @throws SurveyError "invalid-input", "file-exists" or "file-fault", and what `textOf` throws
 */
export async function writeTextFile(
  file: string,
  overwrite: boolean,
  textOf: () => string | Promise<string>,
): Promise<number> {
  return withFileTaken(file, async () => {
    await checkTarget(file, overwrite);
    const bytes = Buffer.from(await textOf(), "utf8");
    // Asked again: the file may have come to be meanwhile.
    await checkTarget(file, overwrite);
    await withFileFaults(file, async () => {
      await writeWhole(file, bytes);
      await syncFolderOf(file);
    });
    return bytes.length;
  });
}
