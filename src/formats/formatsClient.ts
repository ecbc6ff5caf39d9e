import type { WorkerOptions } from "node:worker_threads";
import { cancelled, RequestSlots } from "../client/waiting.ts";
import type { ConversionProgress } from "../export/conversion.ts";
import { messageOf, SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import type { Result, Values } from "../rpc/messages.ts";
import { callOnce } from "../rpc/oneShotWorker.ts";
import type { ConvertOptions, FormatCalls, FormatEvents, Formats } from "./calls.ts";

/**
 * Limits of a worker's heap, in megabytes. A table's rows are not kept, only facts about its columns; most memory of a long
 * conversion is the young generation.
 */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/**
 * Creates the formats as the host calls them. Each call has its own worker, so it leaves nothing behind, and cancelling it
 * ends the worker. Conversions run one after the other, because of the memory that they need.
 * @param program path of the built worker.ts
 * @param execArgv options of Node for the workers
 */
export function createFormats(program: string, execArgv?: readonly string[]): Formats {
  const worker = { program, options: execArgv ? { execArgv: [...execArgv] } : {} };
  const slots = new RequestSlots(1);
  const never = new AbortController().signal;
  return {
    convert: (job, converting = {}) =>
      slots.take(() => run(worker, "convert", [job], converting), converting.signal ?? never),
    preview: (job) => run(worker, "preview", [job]),
    codebook: (job) => run(worker, "codebook", [job]),
    snippet: (job) => run(worker, "snippet", [job]),
    notebook: (job) => run(worker, "notebook", [job]),
  };
}

async function run<K extends keyof FormatCalls>(
  { program, options }: { readonly program: string; readonly options: WorkerOptions },
  name: K,
  values: Values<FormatCalls[K]>,
  { signal = new AbortController().signal, onProgress }: ConvertOptions = {},
): Promise<Result<FormatCalls[K]>> {
  const listeners = { progress: (it: ConversionProgress) => onProgress?.(it) };
  return callOnce<FormatCalls, FormatEvents, K>(
    {
      program,
      options: { resourceLimits, ...options },
      listeners,
      signal,
      cancelled,
      fault: workerEnded,
    },
    name,
    values,
  );
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
        localizable("The table could not be created ({0}). Export again.", messageOf(cause)),
        { cause },
      );
}
