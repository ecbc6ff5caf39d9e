import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { servePages } from "../client/servePages.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import { cancelled } from "../client/waiting.ts";
import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import type { CallMessage, Handlers } from "../rpc/messages.ts";
import { callOn, RpcServer } from "../rpc/rpcServer.ts";
import type { ReadRequest } from "./readForHost.ts";
import type { HostCalls, ReadPorts } from "./readMessages.ts";

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
  read: (request: ReadRequest, ports: ReadPorts, signal: AbortSignal) => Promise<ReadOutcome>,
): Promise<ReadOutcome> {
  if (signal.aborted) {
    throw cancelled();
  }
  const [pages, calls] = [new MessageChannel(), new MessageChannel()];
  servePages(client, pages.port1, attempts);
  const handlers: Handlers<HostCalls> = {
    survey: async () => ({ createdAt: (await survey)?.createdAt }),
    isWanted: async () => {
      await isWanted?.();
    },
    progress: (it) => onProgress?.(it),
  };
  const server = new RpcServer(
    (message) => calls.port1.postMessage(message),
    (name, values) => callOn(handlers, name, values),
  );
  const receive = (message: CallMessage): void => void server.receive(message);
  calls.port1.on("message", receive);
  // If the worker never asks for it, a rejection would end the process.
  survey?.catch(() => undefined);
  const { dataSpace, baseUrl, version, concurrency } = client;
  const source = { dataSpace, baseUrl, version, concurrency };
  try {
    return await read({ ...task, source }, { pages: pages.port2, calls: calls.port2 }, signal);
  } finally {
    // Messages sent before the reading ended have arrived, but may not have been delivered yet.
    for (let it = receiveMessageOnPort(calls.port1); it; it = receiveMessageOnPort(calls.port1)) {
      receive(it.message as CallMessage);
    }
    pages.port1.close();
    calls.port1.close();
  }
}
