import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { servePages } from "../client/servePages.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import { cancelled } from "../client/waiting.ts";
import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import { serialiseError } from "../model/serialisedError.ts";
import type { ReadRequest } from "./readForHost.ts";
import type { FromHost, FromWorker, ReadPorts } from "./readMessages.ts";

/** The part of a client that the host needs for reading. */
export type PageClient = Pick<
  SurveyClient,
  "dataSpace" | "baseUrl" | "version" | "concurrency" | "pageBytes"
>;

/**
 * Lets a worker read what is missing into a copy. The host only sends the requests. See `readCopy`.
 * @param read calls the worker and transfers the ports to it
 */
export async function readRemotely(
  client: PageClient,
  { survey, attempts, isWanted, signal, onProgress, ...task }: CopyReading,
  read: (request: ReadRequest, ports: ReadPorts) => Promise<ReadOutcome>,
): Promise<ReadOutcome> {
  if (signal.aborted) {
    throw cancelled();
  }
  const [pages, control] = [new MessageChannel(), new MessageChannel()];
  const post = (message: FromHost) => control.port1.postMessage(message);
  const abort = () => post({ kind: "abort" });
  servePages(client, pages.port1, attempts);
  const receive = (message: FromWorker): void => {
    if (message.kind === "progress") {
      onProgress?.(message.progress);
    } else {
      Promise.resolve(isWanted?.()).then(
        () => post({ kind: "wanted" }),
        () => undefined,
      );
    }
  };
  control.port1.on("message", receive);
  Promise.resolve(survey).then(
    (it) => post({ kind: "survey", createdAt: it?.createdAt }),
    (error: unknown) => post({ kind: "noSurvey", fault: serialiseError(error) }),
  );
  signal.addEventListener("abort", abort, { once: true });
  const { dataSpace, baseUrl, version, concurrency } = client;
  const source = { dataSpace, baseUrl, version, concurrency };
  try {
    return await read({ ...task, source }, { pages: pages.port2, control: control.port2 });
  } finally {
    signal.removeEventListener("abort", abort);
    // Messages sent before the reading ended have arrived, but may not have been delivered yet.
    for (
      let it = receiveMessageOnPort(control.port1);
      it;
      it = receiveMessageOnPort(control.port1)
    ) {
      receive(it.message as FromWorker);
    }
    pages.port1.close();
    control.port1.close();
  }
}
