import { cancelled, RequestSlots } from "../client/waiting.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { Result, Values } from "../rpc/messages.ts";
import { startWorker } from "../rpc/workerThread.ts";
import type { Converting, FormatCalls, FormatEvents, Formats } from "./calls.ts";

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
  const slots = new RequestSlots(1);
  const never = new AbortController().signal;
  return {
    convert: (job, converting = {}) =>
      slots.take(() => run(program, "convert", [job], converting), converting.signal ?? never),
    preview: (job) => run(program, "preview", [job]),
    codebook: (job) => run(program, "codebook", [job]),
    snippet: (job) => run(program, "snippet", [job]),
  };
}

/** When it resolves or rejects, the worker has ended. */
async function run<K extends keyof FormatCalls>(
  program: string,
  name: K,
  values: Values<FormatCalls[K]>,
  { signal = new AbortController().signal, onProgress }: Converting = {},
): Promise<Result<FormatCalls[K]>> {
  if (signal.aborted) {
    throw cancelled();
  }
  const { worker, client, ended } = startWorker<FormatCalls, FormatEvents>(
    program,
    { resourceLimits },
    { progress: (progress) => onProgress?.(progress) },
    (cause) => (signal.aborted ? cancelled() : workerEnded(cause)),
  );
  const stop = (): void => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await client.call(name, values).finally(() => ended);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function workerEnded(cause: unknown): SurveyError {
  const isMemory =
    cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory
    ? new SurveyError(
        "too-large",
        localizable(
          "The table has more columns or labels than fit into memory. Export fewer variables, in the long layout, or as CSV.",
        ),
        { cause },
      )
    : new SurveyError(
        "file-fault",
        localizable(
          "The table could not be created ({0}). Export again.",
          cause instanceof Error ? cause.message : String(cause),
        ),
        {
          cause,
        },
      );
}
