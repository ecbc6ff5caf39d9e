import { SurveyError } from "../model/errors.ts";
import type { CopyReading } from "../copy/readCopy.ts";
import type { ExportResponsesOptions } from "./exportOptions.ts";
import { withTemporaryFolder } from "./temporaryFolder.ts";

/** Reads what the service has into a temporary copy, and runs the task, which compares other items with it. */
export function withServiceCopy<T>(
  { copies, client }: Pick<ExportResponsesOptions, "copies" | "client">,
  reading: CopyReading,
  task: (copy: number) => Promise<T>,
): Promise<T> {
  // Not in `<file>.partial`, which may hold an unfinished export that is to be resumed.
  return withTemporaryFolder(async (folder) => {
    const copy = await copies.openCopy({ folder, version: client.version }, client.dataSpace);
    try {
      const asked = { ...reading, beginWithNote: "{}" };
      if ((await copies.readCopy(copy, client, asked)) !== "complete") {
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
  });
}
