import type { MessagePort } from "node:worker_threads";
import type { CopyProgress } from "../copy/readCopy.ts";
import { deserialiseError, type SerialisedError } from "../model/serialisedError.ts";

/* Messages between the host and the worker while a copy is read. */

/** Ports between the host and the worker that reads. */
export interface ReadPorts {
  /** Carries pages, see `RemotePages`. */
  readonly pages: MessagePort;
  /** Carries `FromHost` and `FromWorker`. */
  readonly control: MessagePort;
}

/** Host → worker. */
export type FromHost =
  | { readonly kind: "survey"; readonly createdAt?: string | undefined }
  | { readonly kind: "noSurvey"; readonly fault: SerialisedError }
  | { readonly kind: "wanted" }
  | { readonly kind: "abort" };

/** Worker → host. The host answers "isWanted" by "wanted", or not at all. */
export type FromWorker =
  { readonly kind: "progress"; readonly progress: CopyProgress } | { readonly kind: "isWanted" };

/** The worker's access to the host while it reads. */
export class ReadControl {
  /** Resolves when the copy has the survey; rejects if the host could not get it. */
  readonly survey: Promise<{ readonly createdAt?: string | undefined }>;
  readonly #port: MessagePort;
  readonly #stop = new AbortController();
  #wanted: (() => void)[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
    this.survey = new Promise((resolve, reject) => {
      port.on("message", (message: FromHost) => {
        switch (message.kind) {
          case "survey":
            resolve(message);
            break;
          case "noSurvey":
            reject(deserialiseError(message.fault));
            break;
          case "wanted":
            this.#wanted.splice(0).forEach((it) => it());
            break;
          case "abort":
            this.#stop.abort();
        }
      });
    });
    // It may reject before it is awaited. That must not be an unhandled rejection.
    this.survey.catch(() => undefined);
    // The host has stopped waiting.
    port.once("close", () => this.#stop.abort());
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  progress(progress: CopyProgress): void {
    this.#post({ kind: "progress", progress });
  }

  isWanted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wanted.push(resolve);
      this.#post({ kind: "isWanted" });
    });
  }

  #post(message: FromWorker): void {
    this.#port.postMessage(message);
  }
}
