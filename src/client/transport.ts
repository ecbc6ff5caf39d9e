/** One request, ready to be sent. */
interface TransportRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Aborting it closes the connection, also while the body is being read. */
  readonly signal: AbortSignal;
}

export interface TransportAnswer {
  readonly status: number;
  /** Returns the header's value; the name is in lower case. */
  header(name: string): string | undefined;
  /**
   * Passes the decoded body to `take`, chunk by chunk, up to its end. A chunk may be empty later: keep a copy. Rejects if the
   * body is cut off, and with what `take` throws; then nothing more is read.
   */
  read(take: (chunk: Uint8Array) => void): Promise<void>;
}

/** Sends a request, without following redirects. Rejects with whatever its HTTP stack throws. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;
