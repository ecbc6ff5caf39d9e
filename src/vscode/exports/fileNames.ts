import { basename, join } from "node:path";
import type { ExportRequest } from "../../export/exportRequest.ts";
import { fileName } from "../../export/fileName.ts";
import { codebookFile, pathExists } from "../../export/targetFiles.ts";
import { labelText } from "../../model/label.ts";

interface FileKind extends Pick<ExportRequest, "format" | "codebook"> {
  /** True to avoid the names of files that exist already. */
  readonly isKept: boolean;
}

/** Makes names of files that are safe and, ignoring case, unique in a folder, as are those of their codebooks. */
export class FileNames {
  readonly #directory: string;
  readonly #kind: FileKind;
  readonly #given: Set<string>;

  /** @param surveys whose files, if they have any, keep their names for themselves */
  constructor(
    directory: string,
    kind: FileKind,
    surveys: readonly { readonly file?: string | undefined }[],
  ) {
    this.#directory = directory;
    this.#kind = kind;
    const given = surveys.flatMap((it) => it.file ?? []);
    this.#given = new Set(given.map((it) => basename(it).toLowerCase()));
  }

  /** Returns the path of the next file. @param label the survey's, which may contain HTML */
  async next(label: string): Promise<string> {
    const { format } = this.#kind;
    const title = labelText(label);
    let name = fileName(title, format);
    for (let number = 2; await this.#isTaken(name); number++) {
      // Shorten the title, so that `fileName` does not cut off the number.
      name = fileName(`${title.slice(0, 40)} ${number}`, format);
    }
    this.#given.add(name.toLowerCase());
    return join(this.#directory, name);
  }

  async #isTaken(name: string): Promise<boolean> {
    if (this.#given.has(name.toLowerCase())) {
      return true;
    }
    const { isKept, codebook } = this.#kind;
    const file = join(this.#directory, name);
    const files = [file, ...(codebook ? [codebookFile(file, codebook)] : [])];
    return isKept && (await Promise.all(files.map(pathExists))).includes(true);
  }
}
