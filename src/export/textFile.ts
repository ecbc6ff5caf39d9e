import { SurveyError } from "../model/errors.ts";
import { withFileFaults } from "./fileFaults.ts";
import { checkTarget, isThere, syncFolderOf, withFileTaken, writeWhole } from "./targetFiles.ts";

/** Writes a text whole, or nothing, as `writeBytes` does. */
export function writeTextFile(
  file: string,
  overwrite: boolean,
  textOf: () => string | Promise<string>,
): Promise<number> {
  return writeBytes(file, overwrite, async () => Buffer.from(await textOf(), "utf8"));
}

/**
 * Writes a text whole under a name that nothing has: where the first is taken, with a number behind it.
 * @param path without the ending
 * @param textOf is given the name
 * @returns the file
 */
export async function writeNewTextFile(
  path: string,
  ending: string,
  textOf: (file: string) => string | Promise<string>,
): Promise<string> {
  for (let number = 1; ; number++) {
    const file = number === 1 ? `${path}.${ending}` : `${path} ${number}.${ending}`;
    if (!(await isThere(file))) {
      try {
        await writeTextFile(file, false, () => textOf(file));
        return file;
      } catch (error) {
        if (!(error instanceof SurveyError && error.code === "file-exists")) {
          throw error;
        }
      }
    }
  }
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
