import { RemotePages, type SourceFacts } from "../client/remotePages.ts";
import {
  readCopy,
  type ReadCopyOptions,
  type ReadOutcome,
  type ReadTask,
} from "../copy/readCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import { ReadControl, type ReadPorts } from "./readMessages.ts";

/** What is read into a copy, from whom. */
export interface ReadRequest extends ReadTask {
  readonly source: SourceFacts;
}

interface ReadFor {
  /** The copy is closed. */
  readonly stop?: AbortSignal | undefined;
  readonly beforeCommit?: ReadCopyOptions["beforeCommit"];
  /** Before anything is read. */
  readonly prepare?: ((host: ReadControl) => Promise<void>) | undefined;
}

/** Reads into a copy what the host asks the service for: the other end of `readRemotely`. */
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
    // The lease is left last, which opens a copy again that was closed meanwhile.
    return await reading.finally(() => stop?.aborted && copy.close());
  } finally {
    pages.close();
    control.close();
  }
}
