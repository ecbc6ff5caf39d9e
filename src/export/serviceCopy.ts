import { SurveyError } from "../model/errors.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { CopyReading } from "../copy/readCopy.ts";
import type { ExportCopies } from "./exportCopies.ts";

export interface ServiceCopyOptions {
  readonly copies: ExportCopies;
  readonly client: ResponseSource;
  /** Folder for the copy; removed afterwards. */
  readonly folder: string;
  readonly reading: CopyReading;
}

/** Reads what the service has into a temporary copy, and runs the task, which compares other items with it. */
export async function withServiceCopy<T>(
  { copies, client, folder, reading }: ServiceCopyOptions,
  task: (copy: number) => Promise<T>,
): Promise<T> {
  const copy = await copies.openCopy({ folder, version: client.version }, client.dataSpace);
  try {
    if ((await copies.readCopy(copy, client, { ...reading, beginWithNote: "{}" })) !== "complete") {
      throw SurveyError.of(
        "file-fault",
        "What the service has cannot be kept in {0}: another process is using it, or the disk is damaged. Try again.",
        folder,
      );
    }
    return await task(copy);
  } finally {
    await copies.removeCopy(copy);
  }
}
