import type { MessagePort } from "node:worker_threads";
import { isCancelled, SurveyError } from "../model/errors.ts";
import { deserialiseError, serialiseError } from "../model/serialisedError.ts";
import { JsonError } from "../protocol/json.ts";
import type { HostMessage, WorkerMessage } from "./pageMessages.ts";
import { PageReader } from "./pageReader.ts";
import type {
  Cancellable,
  ItemKind,
  MetadataQuery,
  RawPage,
  RawPageRequest,
  ResponseQuery,
} from "./queries.ts";
import type { SurveyClient } from "./surveyClient.ts";
import { cancelled, orCancelled } from "./waiting.ts";

/** Properties of a client that are needed to read its pages elsewhere. */
export type SourceFacts = Pick<SurveyClient, "dataSpace" | "baseUrl" | "version" | "concurrency">;

type Query = ResponseQuery & RawPageRequest & Cancellable;

interface PendingRequest extends Pick<Query, "attempts" | "onNext"> {
  readonly kind: ItemKind;
  resolve(page: RawPage): void;
  reject(error: Error): void;
}

/**
 * Reads a client's pages in a worker: the host sends the requests (`servePages`), and the bodies are cut into items here.
 * Pending requests reject as "cancelled" when the port is closed.
 */
export class RemotePages extends PageReader {
  static #isWarm = false;
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly #port: MessagePort;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 0;
  #isClosed = false;

  constructor(port: MessagePort, { dataSpace, baseUrl, version, concurrency }: SourceFacts) {
    super(version, dataSpace);
    this.baseUrl = baseUrl;
    this.concurrency = concurrency;
    this.#port = port;
    port.on("message", (message: HostMessage) => this.#receive(message));
    port.once("close", () => {
      this.#isClosed = true;
      this.#pending.forEach((it) => it.reject(cancelled()));
    });
  }

  rawResponsePage(surveyId: string, query: Query = {}): Promise<RawPage> {
    return this.#request("responses", surveyId, query);
  }

  rawMetadataPage(
    surveyId: string,
    query: MetadataQuery & RawPageRequest & Cancellable = {},
  ): Promise<RawPage> {
    return this.#request("metadata", surveyId, query);
  }

  async #request(
    kind: ItemKind,
    surveyId: string,
    { signal = new AbortController().signal, attempts, onNext, ...query }: Query,
  ): Promise<RawPage> {
    if (this.#isClosed || signal.aborted) {
      throw cancelled();
    }
    const id = this.#nextId++;
    const page = new Promise<RawPage>((resolve, reject) => {
      this.#pending.set(id, { kind, attempts, onNext, resolve, reject });
      this.#post({ type: "request", id, kind, surveyId, query });
    });
    if (!RemotePages.#isWarm) {
      RemotePages.#isWarm = true;
      // This thread is idle until the page comes.
      setImmediate(() => this.warmUp(kind));
    }
    try {
      return await orCancelled(page, signal);
    } catch (error) {
      if (isCancelled(error)) {
        this.#post({ type: "abort", id });
      }
      throw error;
    } finally {
      this.#pending.delete(id);
    }
  }

  #receive(message: HostMessage): void {
    const request = this.#pending.get(message.id);
    if (message.type === "bytes") {
      void this.#cut(message.id, request, message.body);
      return;
    }
    const error = deserialiseError(message.fault);
    if (message.type === "failed") {
      request?.reject(error);
    } else if (error instanceof SurveyError) {
      request?.attempts?.onRetry(error, message.milliseconds);
    }
  }

  async #cut(
    id: number,
    request: PendingRequest | undefined,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const release = () => this.#post({ type: "release", memory: body.buffer }, [body.buffer]);
    if (!request) {
      release();
      return;
    }
    try {
      request.resolve({ ...(await this.cut(request.kind, body, request.onNext)), release });
      this.#post({ type: "accepted", id });
    } catch (error) {
      this.#post(
        error instanceof JsonError
          ? { type: "notJson", id, text: error.text }
          : { type: "rejected", id, fault: serialiseError(error) },
      );
    }
  }

  #post(message: WorkerMessage, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}
