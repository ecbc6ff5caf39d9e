import { SurveyError } from "../model/errors.ts";

const whatHappened: Readonly<Record<string, string>> = {
  EACCES: "this account may not write there",
  EDQUOT: "the disk quota is used up",
  EFBIG: "it is larger than the disk, or a limit of this account, allows",
  EISDIR: "it is a folder",
  ELOOP: "it is a symbolic link",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "the folder does not exist",
  ENOSPC: "the disk is full",
  ENOTDIR: "the folder does not exist",
  EPERM: "this account may not write there",
  EROFS: "the disk cannot be written to",
};

/** Where it means something else. */
const whatHappenedReading: Readonly<Record<string, string>> = {
  EACCES: "this account may not read it",
  ENOENT: "it does not exist",
  EPERM: "this account may not read it",
};

/** What an error of the file system means for a person. Other errors come back as they are. */
export function fileFault(
  cause: unknown,
  file: string,
  what: "read" | "written" = "written",
): unknown {
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") {
    return cause;
  }
  if (cause instanceof SurveyError) {
    return cause;
  }
  const reason =
    (what === "read" ? whatHappenedReading[cause.code] : undefined) ??
    whatHappened[cause.code] ??
    cause.code;
  return new SurveyError("file-fault", `${file} cannot be ${what}: ${reason}.`, { cause });
}

/** Runs the task; errors of the file system become SurveyErrors "file-fault". */
export async function withFileFaults<T>(file: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw fileFault(error, file);
  }
}
