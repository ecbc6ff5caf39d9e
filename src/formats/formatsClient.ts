import { Worker } from "node:worker_threads";
import { cancelled, Turns } from "../client/waiting.ts";
import { SurveyError } from "../model/errors.ts";
import { errorOf } from "../model/fault.ts";
import type { ConvertedTable, Converting, Formats, Preview } from "./calls.ts";
import type { FormatCall, FormatMessage } from "./formatMessages.ts";

/**
 * What a worker may take of the heap, in megabytes. A table's rows pass through; what stays is what the columns tell, and
 * the young generation is what the memory of a long conversion mostly consists of.
 */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/**
 * The formats, from outside of their workers. Each call has a worker of its own, so nothing stays behind of it, and to
 * cancel it is to end its worker. Conversions are done one after the other, for the memory that they take.
 * @param program what worker.ts is built to
 */
export function createFormats(program: string): Formats {
  const turns = new Turns(1);
  const never = new AbortController().signal;
  return {
    convert: (job, converting = {}) =>
      turns.take(
        () => run<ConvertedTable>(program, { name: "convert", job }, converting),
        converting.signal ?? never,
      ),
    preview: (job) => run<Preview>(program, { name: "preview", job }),
    codebook: (job) => run<string>(program, { name: "codebook", job }),
    snippet: (job) => run<string>(program, { name: "snippet", job }),
  };
}

/** @returns what the worker says; when it resolves or rejects, the worker has ended */
async function run<T>(
  program: string,
  call: FormatCall,
  { signal = new AbortController().signal, onProgress }: Converting = {},
): Promise<T> {
  if (signal.aborted) {
    throw cancelled();
  }
  const worker = new Worker(program, { workerData: call, resourceLimits });
  // Not known to be false: the listener is called meanwhile.
  let isStopped = false as boolean;
  const stop = () => {
    isStopped = true;
    void worker.terminate();
  };
  signal.addEventListener("abort", stop, { once: true });
  let outcome: Exclude<FormatMessage, { progress: unknown }> | undefined;
  let cause: unknown;
  worker.on("error", (error) => (cause = error));
  worker.on("message", (message: FormatMessage) => {
    if ("progress" in message) {
      onProgress?.(message.progress);
    } else {
      outcome = message;
    }
  });
  await new Promise((resolve) => worker.once("exit", resolve));
  signal.removeEventListener("abort", stop);
  if (isStopped) {
    throw cancelled();
  }
  if (!outcome) {
    throw workerEnded(cause);
  }
  if ("error" in outcome) {
    throw errorOf(outcome.error);
  }
  return outcome.value as T;
}

function workerEnded(cause: unknown): SurveyError {
  const isMemory =
    cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory
    ? new SurveyError(
        "too-large",
        "The table has so many columns or labels that the memory does not suffice. Export fewer variables, in the long layout, or as CSV.",
        { cause },
      )
    : new SurveyError(
        "file-fault",
        `The table could not be made${cause instanceof Error ? `: ${cause.message}` : ""}. Export again.`,
        { cause },
      );
}
