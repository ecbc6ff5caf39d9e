import type { MessagePort } from "node:worker_threads";
import type { CopyProgress } from "../copy/readCopy.ts";
import { errorOf, type Fault } from "../model/fault.ts";

/* What the host and the worker tell each other while a copy is read. */

/** How the worker that reads and the host talk meanwhile. */
export interface ReadPorts {
  /** See RemotePages. */
  readonly pages: MessagePort;
  /** See FromHost, and FromWorker. */
  readonly control: MessagePort;
}

/** Host → worker. */
export type FromHost =
  | { readonly kind: "survey"; readonly createdAt?: string | undefined }
  | { readonly kind: "noSurvey"; readonly fault: Fault }
  | { readonly kind: "wanted" }
  | { readonly kind: "abort" };

/** Worker → host. "isWanted" is answered by "wanted", or not at all. */
export type FromWorker =
  { readonly kind: "progress"; readonly progress: CopyProgress } | { readonly kind: "isWanted" };

/** The host, as the worker that reads sees it. */
export class ReadControl {
  /** Resolves when the copy has the survey. */
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
            reject(errorOf(message.fault));
            break;
          case "wanted":
            this.#wanted.splice(0).forEach((it) => it());
            break;
          case "abort":
            this.#stop.abort();
        }
      });
    });
    // It may fail before it is awaited, and must not count as unhandled until then.
    this.survey.catch(() => undefined);
    // The host waits no longer.
    port.once("close", () => this.#stop.abort());
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  progress(progress: CopyProgress): void {
    this.#say({ kind: "progress", progress });
  }

  isWanted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wanted.push(resolve);
      this.#say({ kind: "isWanted" });
    });
  }

  #say(message: FromWorker): void {
    this.#port.postMessage(message);
  }
}
