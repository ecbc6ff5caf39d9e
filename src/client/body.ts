import type { TransportAnswer } from "./transport.ts";

/** Limits of a body's size and of how slowly it may come. */
export interface BodyLimits {
  /** Largest size of the decompressed body. */
  readonly maximumBytes: number;
  /** The least number of bytes that must come in every `overMilliseconds`. */
  readonly minBytes: number;
  readonly overMilliseconds: number;
}

/** Thrown if a body exceeds a limit; `limit` says which. */
export class BodyLimitError extends Error {
  readonly limit: "size" | "rate";

  constructor(limit: "size" | "rate") {
    super(limit === "size" ? "The body is too large." : "The body comes too slowly.");
    this.name = "BodyLimitError";
    this.limit = limit;
  }
}

export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Called at most once, when the bytes are not needed any more: their memory may then be reused for another body.
   * @param memory of the bytes, if it has been transferred to another thread and back
   */
  readonly release: (memory?: ArrayBuffer) => void;
}

/**
 * Reads the whole body.
 * @param expectedBytes size that the server announces, if it does
 * @throws BodyLimitError if the body is or grows larger than `maximumBytes`, or comes more slowly than the least rate
 */
export async function readBody(
  answer: TransportAnswer,
  limits: BodyLimits,
  spare: SpareBuffers,
  expectedBytes?: number,
): Promise<Body> {
  if (expectedBytes !== undefined && expectedBytes > limits.maximumBytes) {
    throw new BodyLimitError("size");
  }
  const pace = new Pace(limits);
  let buffer = spare.take(expectedBytes ?? 0);
  let length = 0;
  const read = answer.read((chunk) => {
    pace.received += chunk.length;
    if (length + chunk.length > limits.maximumBytes) {
      throw new BodyLimitError("size");
    }
    buffer = grow(buffer, length, chunk.length);
    buffer.set(chunk, length);
    length += chunk.length;
  });
  try {
    await Promise.race([read, pace.tooSlow]);
    return {
      bytes: buffer.subarray(0, length),
      release: (memory = buffer.buffer) => spare.release(Buffer.from(memory)),
    };
  } finally {
    pace.stop();
  }
}

/** Reads the beginning of a body, for messages. Never rejects, whatever happens to the rest. */
export async function readBeginning(
  answer: TransportAnswer,
  maximumBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    await answer.read((chunk) => {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length >= maximumBytes) {
        throw new BodyLimitError("size");
      }
    });
  } catch {
    // What has come so far is enough.
  }
  return Buffer.concat(chunks).subarray(0, maximumBytes);
}

/**
 * Reuses buffers: pages come one after the other and are of similar size, and a new buffer for each keeps the garbage
 * collector busy.
 */
export class SpareBuffers {
  readonly #buffers: Buffer<ArrayBuffer>[] = [];
  readonly #most: number;

  /** @param most number of buffers to keep */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns a buffer of at least this size. It is not filled with zeros, so only received bytes may be passed on. */
  take(bytes: number): Buffer<ArrayBuffer> {
    const buffer = this.#buffers.pop();
    return buffer && buffer.length >= bytes ? buffer : Buffer.allocUnsafeSlow(padded(bytes));
  }

  release(buffer: Buffer<ArrayBuffer>): void {
    if (this.#buffers.length < this.#most && buffer.length <= largestSpare) {
      this.#buffers.push(buffer);
    }
  }
}

const largestSpare = 16 * 1024 * 1024;

/** Adds an eighth, so that the next page fits, too. */
function padded(bytes: number): number {
  return Math.ceil((bytes * 9) / 8);
}

function grow(buffer: Buffer<ArrayBuffer>, length: number, more: number) {
  if (length + more <= buffer.length) {
    return buffer;
  }
  const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more, 64 * 1024));
  larger.set(buffer.subarray(0, length));
  return larger;
}

class Pace {
  received = 0;
  readonly tooSlow: Promise<never>;
  readonly #timer: NodeJS.Timeout;

  constructor(limits: BodyLimits) {
    let before = 0;
    const { promise, reject } = Promise.withResolvers<never>();
    // It may reject when nobody awaits it any more.
    promise.catch(() => undefined);
    this.tooSlow = promise;
    this.#timer = setInterval(() => {
      if (this.received - before < limits.minBytes) {
        reject(new BodyLimitError("rate"));
      }
      before = this.received;
    }, limits.overMilliseconds);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
