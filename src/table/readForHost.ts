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

/** Reads into a copy what the host asks the service for: the other end of `readRemotely`. */
export async function readForHost(
  copy: SurveyCopy,
  { source, ...task }: ReadRequest,
  { pages, control }: ReadPorts,
  beforeKeep?: ReadCopyOptions["beforeKeep"],
  prepare: (host: ReadControl) => Promise<void> = async () => undefined,
): Promise<ReadOutcome> {
  const host = new ReadControl(control);
  try {
    await prepare(host);
    return await readCopy({
      ...task,
      copy,
      source: new RemotePages(pages, source),
      survey: host.survey,
      signal: host.signal,
      isWanted: () => host.isWanted(),
      beforeKeep,
      onProgress: (progress) => host.progress(progress),
    });
  } finally {
    pages.close();
    control.close();
  }
}
