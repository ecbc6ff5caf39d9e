// A thread of its own, in which responses become tables: that takes longer than the extension host may stall.
import { parentPort, type MessagePort } from "node:worker_threads";
import type { ConversionProgress } from "../export/conversion.ts";
import type { AbortMessage, CallMessage, Handlers } from "../rpc/messages.ts";
import { RpcServer } from "../rpc/rpcServer.ts";
import type { FormatCalls, FormatEvents } from "./calls.ts";
import { codebookOf } from "./codebook.ts";
import { convertItems } from "./convert.ts";
import { previewOf } from "./preview.ts";
import { snippetOf } from "./snippet.ts";

/** Milliseconds between two reports. */
const interval = 100;

/** A worker does one thing, and ends. */
function main(port: MessagePort): void {
  const server = new RpcServer<FormatEvents>(
    (message) => port.postMessage(message),
    (name, [job]) => {
      // The host calls what its types let it.
      const handler = handlers[name as keyof FormatCalls] as (job: unknown) => unknown;
      return handler(job);
    },
  );
  const handlers: Handlers<FormatCalls> = {
    convert: (job) =>
      convertItems(
        job,
        paced((it) => server.emit("progress", it)),
      ),
    preview: previewOf,
    codebook: codebookOf,
    snippet: snippetOf,
  };
  port.once("message", (message: CallMessage | AbortMessage) => {
    void server.receive(message).then(() => port.close());
  });
}

function paced(
  report: (progress: ConversionProgress) => void,
): (progress: ConversionProgress) => void {
  let last = 0;
  return (progress) => {
    const now = Date.now();
    if (now - last >= interval) {
      last = now;
      report(progress);
    }
  };
}

if (parentPort) {
  main(parentPort);
}
