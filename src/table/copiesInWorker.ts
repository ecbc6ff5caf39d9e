import type { ReadOutcome } from "../copy/readCopy.ts";
import { CopyCalls } from "../export/copyCalls.ts";
import { readForHost, type ReadRequest } from "./readForHost.ts";
import type { ReadPorts } from "./readMessages.ts";

export class CopiesInWorker extends CopyCalls {
  /** Called by the host through `readRemotely`. */
  read(
    copy: number,
    request: ReadRequest,
    ports: ReadPorts,
    signal: AbortSignal,
  ): Promise<ReadOutcome> {
    return readForHost(this.copyOf(copy), request, ports, signal);
  }
}
