import { CopyDirectory } from "../../../src/copy/copyDirectory.ts";
import { readCopy } from "../../../src/copy/readCopy.ts";
import type { SqliteDriver } from "../../../src/store/sqliteDriver.ts";
import { CopyCalls } from "../../../src/export/copyCalls.ts";
import type { ExportCopies } from "../../../src/export/exportCopies.ts";

/** Returns copies in this thread. @param folder folder of the copies of surveys */
export function directCopies(driver: SqliteDriver, folder: string): ExportCopies {
  const calls = new CopyCalls(driver, new CopyDirectory(driver, folder));
  return {
    openCopy: async (place, dataSpace) => calls.openCopy(place, dataSpace),
    closeCopy: async (copy) => calls.closeCopy(copy),
    copyFile: async (copy) => calls.copyFile(copy),
    copyState: async (copy) => calls.copyState(copy),
    beginCopy: async (copy, note) => calls.beginCopy(copy, note),
    seedCopy: (copy, job, signal) => calls.seedCopy(copy, job, signal),
    note: async (copy) => calls.note(copy),
    structure: async (copy) => calls.structure(copy),
    putStructure: async (copy, ...structure) => calls.putStructure(copy, ...structure),
    readCopy: (copy, source, reading) => readCopy({ ...reading, source, copy: calls.copyOf(copy) }),
    confirmCopy: async (copy, asOf) => calls.confirmCopy(copy, asOf),
    writeItems: (copy, job, signal) => calls.writeItems(copy, job, signal),
    compareCopies: (service, ...values) => calls.compareCopies(service, ...values),
    compareFile: (service, job, signal) => calls.compareFile(service, job, signal),
    adoptCopy: async (copy, key) => calls.adoptCopy(copy, key),
    removeCopy: async (copy) => calls.removeCopy(copy),
  };
}
