import type { MessagePort } from "node:worker_threads";
import { deserialiseError, serialiseError } from "../model/serialisedError.ts";
import { JsonError } from "../protocol/json.ts";
import type { Body } from "./body.ts";
import type { HostMessage, PageRequestMessage, WorkerMessage } from "./pageMessages.ts";
import type { AttemptWatch } from "./queries.ts";
import type { SurveyClient } from "./surveyClient.ts";

interface PendingRequest {
  readonly controller: AbortController;
  /** Called when the worker has read the body; the error says why the body is unusable. */
  onRead?: ((error?: Error) => void) | undefined;
}

/**
 * Requests pages for the `RemotePages` at the other end, until the port is closed.
 * @param attempts decides on further attempts; the worker's own watch is told afterwards
 */
export function servePages(
  client: Pick<SurveyClient, "pageBytes">,
  port: MessagePort,
  attempts?: AttemptWatch,
): void {
  const pending = new Map<number, PendingRequest>();
  let releaseBody: Body["release"] | undefined;
  const post = (message: HostMessage, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);

  port.once("close", () => pending.forEach(({ controller }) => controller.abort()));
  port.on("message", (message: WorkerMessage) => {
    switch (message.type) {
      case "request":
        void request(message);
        break;
      case "abort":
        pending.get(message.id)?.controller.abort();
        break;
      case "accepted":
        pending.get(message.id)?.onRead?.();
        break;
      case "notJson":
        pending.get(message.id)?.onRead?.(new JsonError(message.text));
        break;
      case "rejected":
        pending.get(message.id)?.onRead?.(deserialiseError(message.fault));
        break;
      case "release":
        releaseBody?.(message.memory);
    }
  });

  async function request({ id, kind, surveyId, query }: PageRequestMessage): Promise<void> {
    const own: PendingRequest = { controller: new AbortController() };
    pending.set(id, own);
    const { signal } = own.controller;
    try {
      await client.pageBytes(
        kind,
        surveyId,
        { ...query, signal, attempts: watchOf(id, post, attempts) },
        ({ bytes, release }) =>
          new Promise<void>((resolve, reject) => {
            own.onRead = (error) => (error ? reject(error) : resolve());
            // All bodies of a client share their spare buffers, so any `release` will do.
            releaseBody = release;
            post({ type: "bytes", id, body: bytes }, [bytes.buffer]);
          }),
      );
    } catch (error) {
      post({ type: "failed", id, fault: serialiseError(error) });
    } finally {
      pending.delete(id);
    }
  }
}

function watchOf(
  id: number,
  post: (message: HostMessage) => void,
  attempts: AttemptWatch | undefined,
): AttemptWatch {
  return {
    onRetry: (error, milliseconds) => {
      const follows = attempts?.onRetry(error, milliseconds) ?? true;
      post({ type: "retry", id, fault: serialiseError(error), milliseconds });
      return follows;
    },
  };
}
