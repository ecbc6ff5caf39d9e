import { RemotePages, type SourceFacts } from "../client/remotePages.ts";
import {
  readCopy,
  type ReadCopyOptions,
  type ReadOutcome,
  type ReadTask,
} from "../copy/readCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import { ReadControl, type ReadPorts } from "./readMessages.ts";

/** What is read into a copy, and from which service. */
export interface ReadRequest extends ReadTask {
  readonly source: SourceFacts;
}

interface ReadFor {
  /** Aborted when the copy is closed. */
  readonly stop?: AbortSignal | undefined;
  readonly beforeCommit?: ReadCopyOptions["beforeCommit"];
  /** Called before anything is read. */
  readonly prepare?: ((host: ReadControl) => Promise<void>) | undefined;
}

/** Reads pages that the host requests from the service into a copy: the worker's side of `readRemotely`. */
export async function readForHost(
  copy: SurveyCopy,
  { source, ...task }: ReadRequest,
  { pages, control }: ReadPorts,
  { stop, beforeCommit, prepare }: ReadFor = {},
): Promise<ReadOutcome> {
  const host = new ReadControl(control);
  try {
    await prepare?.(host);
    const reading = readCopy({
      ...task,
      copy,
      source: new RemotePages(pages, source),
      survey: host.survey,
      signal: stop ? AbortSignal.any([host.signal, stop]) : host.signal,
      isWanted: () => host.isWanted(),
      beforeCommit,
      onProgress: (progress) => host.progress(progress),
    });
    // Reading ends by releasing the lease, which reopens a copy that was closed in the meantime.
    return await reading.finally(() => stop?.aborted && copy.close());
  } finally {
    pages.close();
    control.close();
  }
}
