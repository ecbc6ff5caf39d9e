import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { LazyWorker } from "../rpc/lazyWorker.ts";
import type { Remote } from "../rpc/messages.ts";
import type { IndexCalls } from "./calls.ts";

export type IndexClient = Remote<IndexCalls> & { dispose(): Promise<void> };

/** Megabytes of the worker's heap: what stays is in the file. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/**
 * The index, from outside of its worker.
 * @param program what worker.ts is built to
 * @param path of the index, in a folder of its own; made where it is missing
 */
export function createIndexClient(program: string, path: string): IndexClient {
  const worker = new LazyWorker<IndexCalls>(
    program,
    () => ({ workerData: path, resourceLimits }),
    (cause) =>
      new SurveyError(
        "file-fault",
        localizable(
          "The search index has stopped ({0}). Search again.",
          cause instanceof Error ? cause.message : String(cause),
        ),
        { cause },
      ),
  );
  return {
    takeLease: worker.calling("takeLease"),
    list: worker.calling("list"),
    endList: worker.calling("endList"),
    put: worker.calling("put"),
    fail: worker.calling("fail"),
    search: worker.calling("search"),
    question: worker.calling("question"),
    similar: worker.calling("similar"),
    status: worker.calling("status"),
    forget: worker.calling("forget"),
    wasRebuilt: worker.calling("wasRebuilt"),
    dispose: () => worker.dispose(),
  };
}
