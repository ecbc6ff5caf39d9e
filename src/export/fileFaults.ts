import { SurveyError } from "../model/errors.ts";

/** What an error of the file system means, and what to do about it. */
interface Fault {
  readonly why: string;
  readonly remedy: string;
}

const otherFolder = "Choose another folder.";
const notAllowed: Fault = { why: "this account may not write there", remedy: otherFolder };
const noFolder: Fault = { why: "the folder does not exist", remedy: otherFolder };
const folder: Fault = { why: "it is a folder", remedy: "Choose another name." };
const inUse: Fault = { why: "another program uses it", remedy: "Close it there." };
const tooManyOpen: Fault = { why: "too many files are open", remedy: "Close some programs." };

const writing: Readonly<Record<string, Fault>> = {
  EACCES: notAllowed,
  EBUSY: inUse,
  EDQUOT: { why: "the disk quota is used up", remedy: "Free some space." },
  EEXIST: { why: "another program writes it just now", remedy: "Wait until that is done." },
  EFBIG: {
    why: "it is larger than the disk, or a limit of this account, allows",
    remedy: "Choose another disk.",
  },
  EIO: { why: "the disk has a fault", remedy: "Check the disk." },
  EISDIR: folder,
  ELOOP: { why: "symbolic links lead in a circle", remedy: otherFolder },
  EMFILE: tooManyOpen,
  ENAMETOOLONG: { why: "the name is too long", remedy: "Choose a shorter one." },
  ENFILE: tooManyOpen,
  ENOENT: noFolder,
  ENOSPC: { why: "the disk is full", remedy: "Free some space." },
  ENOTDIR: noFolder,
  EPERM: notAllowed,
  EROFS: { why: "the disk cannot be written to", remedy: otherFolder },
  ERR_FS_EISDIR: folder,
  ETXTBSY: inUse,
};

const mayNotRead: Fault = {
  why: "this account may not read it",
  remedy: "Ask its owner for the right.",
};

/** Where it means something else. */
const reading: Readonly<Record<string, Fault>> = {
  EACCES: mayNotRead,
  EISDIR: { why: "it is a folder", remedy: "Choose a file." },
  ENOENT: { why: "it does not exist", remedy: "Choose another, or put it back." },
  EPERM: mayNotRead,
};

/** What had its name when it was to get its final one. */
const removed: Fault = { why: "another program removed it", remedy: "Try again." };

/**
 * What an error of the file system means for a person. Other errors come back as they are.
 * @param file what is told, unless the error names another
 */
export function fileFault(
  cause: unknown,
  file: string,
  what: "read" | "written" = "written",
): unknown {
  if (cause instanceof Error && cause.name === "AbortError") {
    return new SurveyError("cancelled", "Cancelled.", { cause });
  }
  if (!isOfSystem(cause)) {
    return cause;
  }
  const { code, path = file, syscall } = cause;
  const known = what === "read" ? (reading[code] ?? writing[code]) : writing[code];
  const { why, remedy } =
    code === "ENOENT" && syscall === "rename"
      ? removed
      : (known ?? { why: `the system says ${code}`, remedy: "Check the disk." });
  return new SurveyError("file-fault", `${path} cannot be ${what}: ${why}. ${remedy}`, { cause });
}

interface SystemError extends Error {
  readonly code: string;
  readonly path?: string | undefined;
  readonly syscall?: string | undefined;
}

function isOfSystem(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    !(error instanceof SurveyError) &&
    "code" in error &&
    typeof error.code === "string" &&
    /^(ERR_FS_)?E[A-Z\d]+$/.test(error.code)
  );
}

/** Runs the task; errors of the file system become SurveyErrors "file-fault". */
export async function withFileFaults<T>(
  file: string,
  task: () => Promise<T>,
  what?: "read" | "written",
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw fileFault(error, file, what);
  }
}
