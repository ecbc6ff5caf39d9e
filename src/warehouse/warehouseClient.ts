import { cancelled } from "../client/waiting.ts";
import { messageOf, SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { callOnce } from "../rpc/passingWorker.ts";
import type { Warehouse, WarehouseCalls, WarehouseEvents } from "./calls.ts";

/** As those of the formats' workers: rows pass through. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 };

/**
 * Databases, from outside of their workers. When a call is cancelled, its worker ends, and with it the connections: the
 * database gives up what was not committed.
 * @param program what worker.ts is built to
 * @param execArgv options of Node for the workers
 */
export function createWarehouse(program: string, execArgv?: readonly string[]): Warehouse {
  const options = { resourceLimits, ...(execArgv ? { execArgv: [...execArgv] } : {}) };
  return {
    load: (job, { signal, onProgress: progress }) =>
      callOnce<WarehouseCalls, WarehouseEvents, "load">(
        { program, options, listeners: { progress }, signal, cancelled, fault: workerEnded },
        "load",
        [job],
      ),
  };
}

function workerEnded(cause: unknown): SurveyError {
  return new SurveyError(
    "warehouse-fault",
    localizable("The tables could not be filled ({0}). Load again to continue.", messageOf(cause)),
    { cause },
  );
}
