import { messageOf, SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { LazyWorker } from "../rpc/lazyWorker.ts";
import type { Remote, Result, Values } from "../rpc/messages.ts";
import type { IndexCalls } from "./calls.ts";

export type IndexClient = Remote<IndexCalls> & { dispose(): Promise<void> };

/** Megabytes of the worker's heap. A survey of 2,000 questions with 100 options each takes 150. Data is kept in the file. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 1 };

/** Milliseconds after its last call at which the worker ends. */
const afterLastUse = 5000;

/**
 * Creates the host's interface to the index's worker.
 * @param program the built worker.ts
 * @param path path of the index in a folder of its own; created if it does not exist
 */
export function createIndexClient(program: string, path: string): IndexClient {
  const worker = new LazyWorker<IndexCalls>(
    program,
    () => ({ workerData: path, resourceLimits }),
    (cause) =>
      new SurveyError(
        "file-fault",
        localizable("The search index has stopped ({0}). Search again.", messageOf(cause)),
        { cause },
      ),
  );
  let underWay = 0;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const calling =
    <K extends keyof IndexCalls>(name: K) =>
    async (...values: Values<IndexCalls[K]>): Promise<Result<IndexCalls[K]>> => {
      clearTimeout(ending);
      underWay++;
      try {
        return await worker.call(name, values);
      } finally {
        underWay--;
        if (underWay === 0) {
          ending = setTimeout(() => void worker.dispose(), afterLastUse);
        }
      }
    };
  return {
    takeLease: calling("takeLease"),
    list: calling("list"),
    endList: calling("endList"),
    put: calling("put"),
    fail: calling("fail"),
    search: calling("search"),
    question: calling("question"),
    similar: calling("similar"),
    status: calling("status"),
    forget: calling("forget"),
    wasRebuilt: calling("wasRebuilt"),
    dispose: () => {
      clearTimeout(ending);
      return worker.dispose();
    },
  };
}
