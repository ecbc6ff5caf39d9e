import { SurveyError } from "../model/errors.ts";
import { withFileFaults } from "./fileFaults.ts";
import {
  checkTarget,
  pathExists,
  syncFolderOf,
  withFileLock,
  writeAtomically,
} from "./targetFiles.ts";

/** Writes a text completely or not at all, as `writeBytes` does. */
export function writeTextFile(
  file: string,
  overwrite: boolean,
  textOf: () => string | Promise<string>,
): Promise<number> {
  return writeBytes(file, overwrite, async () => Buffer.from(await textOf(), "utf8"));
}

/**
 * Writes a text completely or not at all, under a free name: if the first one is taken, a number is appended.
 * @param path without the ending
 * @param textOf is given the path of the file
 * @returns the path of the file
 */
export async function writeNewTextFile(
  path: string,
  ending: string,
  textOf: (file: string) => string | Promise<string>,
): Promise<string> {
  for (let number = 1; ; number++) {
    const file = number === 1 ? `${path}.${ending}` : `${path} ${number}.${ending}`;
    if (!(await pathExists(file))) {
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
 * Writes a file completely or not at all. Asks for its content once it is clear that the file may be written.
 * @returns the number of bytes
 * @throws SurveyError "invalid-input", "file-exists" or "file-fault", and what `bytesOf` throws
 */
export async function writeBytes(
  file: string,
  overwrite: boolean,
  bytesOf: () => Promise<Uint8Array>,
): Promise<number> {
  return withFileLock(file, async () => {
    await checkTarget(file, overwrite);
    const bytes = await bytesOf();
    // Check again: the file may have been created meanwhile.
    await checkTarget(file, overwrite);
    await withFileFaults(file, async () => {
      await writeAtomically(file, bytes);
      await syncFolderOf(file);
    });
    return bytes.length;
  });
}
