import { RemotePages, type SourceFacts } from "../client/remotePages.ts";
import {
  readCopy,
  type CopyProgress,
  type ReadCopyOptions,
  type ReadOutcome,
  type ReadTask,
} from "../copy/readCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import { RpcClient } from "../rpc/rpcClient.ts";
import type { HostCalls, ReadPorts } from "./readMessages.ts";

/** What is read into a copy, and from which service. */
export interface ReadRequest extends ReadTask {
  readonly source: SourceFacts;
}

interface ReadFor {
  /** Aborted when the copy is closed. */
  readonly stop?: AbortSignal | undefined;
  readonly beforeCommit?: ReadCopyOptions["beforeCommit"];
  /** Called before anything is read. */
  readonly prepare?: ((onProgress: (progress: CopyProgress) => void) => Promise<void>) | undefined;
}

/** Reads pages that the host requests from the service into a copy: the worker's side of `readRemotely`. */
export async function readForHost(
  copy: SurveyCopy,
  { source, ...task }: ReadRequest,
  { pages, calls }: ReadPorts,
  signal: AbortSignal,
  { stop, beforeCommit, prepare }: ReadFor = {},
): Promise<ReadOutcome> {
  const host = new RpcClient<HostCalls>((message) => calls.postMessage(message), {});
  calls.on("message", (message) => host.receive(message));
  const survey = host.call("survey", []);
  // It may reject before it is awaited. That must not be an unhandled rejection.
  survey.catch(() => undefined);
  const onProgress = (progress: CopyProgress): void => {
    // What it does on the host must not end the reading.
    host.call("progress", [progress]).catch(() => undefined);
  };
  try {
    await prepare?.(onProgress);
    const reading = readCopy({
      ...task,
      copy,
      source: new RemotePages(pages, source),
      survey,
      signal: stop ? AbortSignal.any([signal, stop]) : signal,
      isWanted: () => host.call("isWanted", []),
      beforeCommit,
      onProgress,
    });
    // Reading ends by releasing the lease, which reopens a copy that was closed in the meantime.
    return await reading.finally(() => stop?.aborted && copy.close());
  } finally {
    pages.close();
    calls.close();
  }
}
