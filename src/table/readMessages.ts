import type { MessagePort } from "node:worker_threads";
import type { CopyProgress } from "../copy/readCopy.ts";

/** Ports between the host and the worker that reads a copy. */
export interface ReadPorts {
  /** Carries pages, see `RemotePages`. */
  readonly pages: MessagePort;
  /** Carries the worker's `HostCalls`. */
  readonly calls: MessagePort;
}

/** What the worker asks of the host, and tells it, while it reads. */
export interface HostCalls {
  /** Resolves when the copy has the survey; rejects if the host could not get it. */
  survey(): { readonly createdAt?: string | undefined };
  /** Resolves if somebody still needs the reading. */
  isWanted(): void;
  progress(progress: CopyProgress): void;
}
