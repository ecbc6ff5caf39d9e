import { cancelled } from "../client/waiting.ts";
import { messageOf, SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { callOnce } from "../rpc/oneShotWorker.ts";
import type { Warehouse, WarehouseCalls, WarehouseEvents } from "./calls.ts";

/** The same limits as for the workers of formats, because rows only pass through. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 };

/**
 * Creates the host's interface to the workers. If a call is cancelled, its worker and its connections end, and the database
 * rolls back what was not committed.
 * @param program the built worker.ts
 * @param execArgv Node options of the workers
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
