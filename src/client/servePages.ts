import type { MessagePort } from "node:worker_threads";
import { deserialiseError, serialiseError } from "../model/serialisedError.ts";
import { JsonError } from "../protocol/json.ts";
import type { Body } from "./body.ts";
import type { HostMessage, PageAsk, WorkerMessage } from "./pageMessages.ts";
import type { AttemptWatch } from "./queries.ts";
import type { SurveyClient } from "./surveyClient.ts";

interface PendingPage {
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
  const asks = new Map<number, PendingPage>();
  let giveBack: Body["release"] | undefined;
  const say = (message: HostMessage, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);

  port.once("close", () => asks.forEach(({ controller }) => controller.abort()));
  port.on("message", (message: WorkerMessage) => {
    switch (message.type) {
      case "ask":
        void ask(message);
        break;
      case "abort":
        asks.get(message.id)?.controller.abort();
        break;
      case "cut":
        asks.get(message.id)?.onRead?.();
        break;
      case "notJson":
        asks.get(message.id)?.onRead?.(new JsonError(message.text));
        break;
      case "misfit":
        asks.get(message.id)?.onRead?.(deserialiseError(message.fault));
        break;
      case "release":
        giveBack?.(message.memory);
    }
  });

  async function ask({ id, kind, surveyId, query }: PageAsk): Promise<void> {
    const asked: PendingPage = { controller: new AbortController() };
    asks.set(id, asked);
    const { signal } = asked.controller;
    try {
      await client.pageBytes(
        kind,
        surveyId,
        { ...query, signal, attempts: watchOf(id, say, attempts) },
        ({ bytes, release }) =>
          new Promise<void>((resolve, reject) => {
            asked.onRead = (error) => (error ? reject(error) : resolve());
            // All bodies of a client share their spare buffers, so any `release` will do.
            giveBack = release;
            say({ type: "bytes", id, body: bytes }, [bytes.buffer]);
          }),
      );
    } catch (error) {
      say({ type: "failed", id, fault: serialiseError(error) });
    } finally {
      asks.delete(id);
    }
  }
}

function watchOf(
  id: number,
  say: (message: HostMessage) => void,
  attempts: AttemptWatch | undefined,
): AttemptWatch {
  return {
    onRetry: (error, milliseconds) => {
      const follows = attempts?.onRetry(error, milliseconds) ?? true;
      say({ type: "again", id, fault: serialiseError(error), milliseconds });
      return follows;
    },
  };
}
