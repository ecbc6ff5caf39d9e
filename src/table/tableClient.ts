import type { Transferable } from "node:worker_threads";
import type { ExportCopies } from "../export/exportCopies.ts";
import { messageOf, SurveyError } from "../model/errors.ts";
import { localizable, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { LazyWorker } from "../rpc/lazyWorker.ts";
import type { Remote } from "../rpc/messages.ts";
import { readRemotely } from "./readRemotely.ts";
import type { ReadPorts } from "./readMessages.ts";
import type { TableCalls, WorkerCalls, WorkerData } from "./tableMessages.ts";

export type TableClient = Remote<TableCalls> & {
  /** The copies that the tables are derived from. */
  readonly copies: ExportCopies;
  /** Starts the worker, so that the first call does not wait for it. */
  start(): void;
  /** Finishes pending calls, closes all tables and ends the worker. A later call starts it again. */
  dispose(): Promise<void>;
};

/**
 * Megabytes for the young generation of the worker's heap. Objects in the worker live either long or very briefly. Without
 * a limit V8 takes a few hundred megabytes to delay collecting them, which is slower as well.
 */
const youngMegabytes = 24;

/** Size of the range of table and copy numbers that each worker uses. */
const numbersAWorker = 1_000_000;

/**
 * The first call starts the worker unless `start` has done so. If the worker dies, pending calls reject with "file-fault",
 * tables and copies are closed, and the next call starts it again.
 * @param workerFile the built worker.ts
 * @param folder folder of the copies; created if it does not exist
 * @param execArgv Node options of the worker
 */
export function createTableClient(
  workerFile: string,
  folder: string,
  execArgv?: readonly string[],
): TableClient {
  const worker = new LazyWorker<WorkerCalls>(
    workerFile,
    (starts) => ({
      workerData: { folder, firstNumber: starts * numbersAWorker } satisfies WorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
      ...(execArgv && { execArgv: [...execArgv] }),
    }),
    workerEnded,
  );
  return {
    open: worker.calling("open"),
    close: worker.calling("close"),
    putStructure: worker.calling("putStructure"),
    read: (table, request, ports, signal) =>
      worker.call("read", [table, request, ports, signal], portsOf(ports)),
    hasChanged: worker.calling("hasChanged"),
    view: worker.calling("view"),
    rows: worker.calling("rows"),
    locate: worker.calling("locate"),
    values: worker.calling("values"),
    summarise: worker.calling("summarise"),
    count: worker.calling("count"),
    texts: worker.calling("texts"),
    find: worker.calling("find"),
    rowWith: worker.calling("rowWith"),
    copy: worker.calling("copy"),
    raw: worker.calling("raw"),
    size: worker.calling("size"),
    limit: worker.calling("limit"),
    removeClosed: worker.calling("removeClosed"),
    clear: worker.calling("clear"),
    copies: copiesBy(worker),
    start: () => void worker.start(),
    dispose: () => worker.dispose(),
  };
}

function copiesBy(worker: LazyWorker<WorkerCalls>): ExportCopies {
  return {
    openCopy: worker.calling("copies.openCopy"),
    closeCopy: worker.calling("copies.closeCopy"),
    copyState: worker.calling("copies.copyState"),
    copyFile: worker.calling("copies.copyFile"),
    beginCopy: worker.calling("copies.beginCopy"),
    note: worker.calling("copies.note"),
    structure: worker.calling("copies.structure"),
    putStructure: worker.calling("copies.putStructure"),
    confirmCopy: worker.calling("copies.confirmCopy"),
    adoptCopy: worker.calling("copies.adoptCopy"),
    removeCopy: worker.calling("copies.removeCopy"),
    readCopy: (copy, client, reading) =>
      // Asks the window for the API key, so it resolves only while the window is open.
      readRemotely(
        client,
        { isWanted: () => client.spaceMark(), ...reading },
        (request, ports, signal) =>
          worker.call("copies.read", [copy, request, ports, signal], portsOf(ports)),
      ),
    seedCopy: worker.calling("copies.seedCopy"),
    writeItems: worker.calling("copies.writeItems"),
    compareCopies: worker.calling("copies.compareCopies"),
    compareFile: worker.calling("copies.compareFile"),
  };
}

function portsOf({ pages, calls }: ReadPorts): Transferable[] {
  return [pages, calls];
}

function workerEnded(cause: unknown): SurveyError {
  return new SurveyError(
    "file-fault",
    sentences(
      localizable("Responses can no longer be kept ({0}).", messageOf(cause)),
      wording("refreshResponses"),
    ),
    { cause },
  );
}
