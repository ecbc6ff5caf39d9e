import { SurveyError } from "../model/errors.ts";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";

/** What an error of the file system means, and what to do about it. */
interface Fault {
  readonly why: LocalizableText;
  readonly remedy: LocalizableText;
}

const otherFolder = localizable("Choose another folder.");
const notAllowed: Fault = {
  why: localizable("this account may not write there"),
  remedy: otherFolder,
};
const noFolder: Fault = { why: localizable("the folder does not exist"), remedy: otherFolder };
const folder: Fault = {
  why: localizable("it is a folder"),
  remedy: localizable("Choose another name."),
};
const inUse: Fault = {
  why: localizable("another program is using it"),
  remedy: localizable("Close it there."),
};
const tooManyOpen: Fault = {
  why: localizable("too many files are open"),
  remedy: localizable("Close some programs."),
};

const writing: Readonly<Record<string, Fault>> = {
  EACCES: notAllowed,
  EBUSY: inUse,
  EDQUOT: {
    why: localizable("the disk quota is used up"),
    remedy: localizable("Free up some space."),
  },
  EEXIST: {
    why: localizable("another program is writing it"),
    remedy: localizable("Wait until that is done."),
  },
  EFBIG: {
    why: localizable("it is too large for the disk, or for a limit of this account"),
    remedy: localizable("Choose another disk."),
  },
  EIO: { why: localizable("the disk has a fault"), remedy: localizable("Check the disk.") },
  EISDIR: folder,
  ELOOP: { why: localizable("symbolic links form a loop"), remedy: otherFolder },
  EMFILE: tooManyOpen,
  ENAMETOOLONG: {
    why: localizable("the name is too long"),
    remedy: localizable("Choose a shorter one."),
  },
  ENFILE: tooManyOpen,
  ENOENT: noFolder,
  ENOSPC: { why: localizable("the disk is full"), remedy: localizable("Free up some space.") },
  ENOTDIR: noFolder,
  EPERM: notAllowed,
  EROFS: { why: localizable("the disk is read-only"), remedy: otherFolder },
  ERR_FS_EISDIR: folder,
  ETXTBSY: inUse,
};

const mayNotRead: Fault = {
  why: localizable("this account may not read it"),
  remedy: localizable("Ask its owner for permission."),
};

/** Errors that have another meaning when a file is read. */
const reading: Readonly<Record<string, Fault>> = {
  EACCES: mayNotRead,
  EISDIR: { why: localizable("it is a folder"), remedy: localizable("Choose a file.") },
  ENOENT: {
    why: localizable("it does not exist"),
    remedy: localizable("Choose another, or put it back."),
  },
  EPERM: mayNotRead,
};

/** A file that was gone when it was to be renamed to its final name. */
const removed: Fault = {
  why: localizable("another program removed it"),
  remedy: localizable("Try again."),
};

/**
 * Turns an error of the file system into a SurveyError that says what it means and what to do. Returns other errors
 * unchanged.
 * @param file the file to name, or what is written to, unless the error names a file
 */
export function fileFault(
  cause: unknown,
  file: string | LocalizableText,
  what: "read" | "written" = "written",
): unknown {
  if (cause instanceof Error && cause.name === "AbortError") {
    return new SurveyError("cancelled", localizable("Cancelled."), { cause });
  }
  if (!isOfSystem(cause)) {
    return cause;
  }
  const { code, syscall } = cause;
  const known = what === "read" ? (reading[code] ?? writing[code]) : writing[code];
  const renaming = syscall === "rename" ? renamingFault(code) : undefined;
  const { why, remedy } = renaming ?? known ?? unknownFault(code);
  // A file that is gone is the one that was to be renamed.
  const path = (renaming === removed ? undefined : cause.dest) ?? cause.path ?? file;
  const text =
    what === "read"
      ? localizable("{0} cannot be read: {1}.", path, why)
      : localizable("{0} cannot be written: {1}.", path, why);
  return new SurveyError("file-fault", sentences(text, remedy), { cause });
}

function renamingFault(code: string): Fault | undefined {
  if (code === "ENOENT") {
    return removed;
  }
  // What Windows reports if a program has the file open that would be replaced.
  return code === "EPERM" && process.platform === "win32" ? inUse : undefined;
}

function unknownFault(code: string): Fault {
  return {
    why: localizable("the system reports {0}", code),
    remedy: localizable("Check the disk."),
  };
}

interface SystemError extends Error {
  readonly code: string;
  readonly path?: string | undefined;
  /** The other path of a renaming. */
  readonly dest?: string | undefined;
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
