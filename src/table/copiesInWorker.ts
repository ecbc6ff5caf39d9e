import type { ReadOutcome } from "../copy/readCopy.ts";
import { CopyCalls } from "../export/copyCalls.ts";
import { readForHost, type ReadRequest } from "./readForHost.ts";
import type { ReadPorts } from "./readMessages.ts";

/** The copies, as the worker has them for exports. */
export class CopiesInWorker extends CopyCalls {
  /** See `readRemotely`, by which the host calls it. */
  read(copy: number, request: ReadRequest, ports: ReadPorts): Promise<ReadOutcome> {
    return readForHost(this.copyOf(copy), request, ports);
  }
}
