import type { TransportAnswer } from "./transport.ts";

/** How much of a body is taken, and how slowly it may come. */
export interface BodyLimits {
  /** Of the decompressed body. */
  readonly maximumBytes: number;
  /** At least so many bytes have to come in every `overMilliseconds`. */
  readonly leastBytes: number;
  readonly overMilliseconds: number;
}

/** The body kept a server waiting, or us: `limit` says which limit was passed. */
export class BodyLimitError extends Error {
  readonly limit: "size" | "rate";

  constructor(limit: "size" | "rate") {
    super(limit === "size" ? "The body is too large." : "The body comes too slowly.");
    this.name = "BodyLimitError";
    this.limit = limit;
  }
}

/** A body that was read whole. */
export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * To be called at most once, by who needs the bytes no more: another body may then take their place.
   * @param memory of the bytes, where it has been transferred to another thread and back
   */
  readonly release: (memory?: ArrayBuffer) => void;
}

/**
 * The whole body.
 * @param expectedBytes what the server says, where it does
 * @throws BodyLimitError when it is or grows larger than `maximumBytes`, or comes more slowly than the least rate
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

/** The beginning of a body, for messages: never an error, whatever becomes of the rest. */
export async function readBeginning(
  answer: TransportAnswer,
  maximumBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    await answer.read((chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maximumBytes) {
        throw new BodyLimitError("size");
      }
    });
  } catch {
    // What came so far says enough.
  }
  return Buffer.concat(chunks).subarray(0, maximumBytes);
}

/** Pages come one after the other and are of much the same size: a new buffer for each keeps the garbage collector busy. */
export class SpareBuffers {
  readonly #buffers: Buffer<ArrayBuffer>[] = [];
  readonly #most: number;

  /** @param most how many are kept */
  constructor(most: number) {
    this.#most = most;
  }

  /** A buffer of at least so many bytes. Not filled with zeros: only what was received may be handed on. */
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

/** An eighth more, so that the next page fits too. */
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
    const { promise, reject } = withReject();
    this.tooSlow = promise;
    this.#timer = setInterval(() => {
      if (this.received - before < limits.leastBytes) {
        reject(new BodyLimitError("rate"));
      }
      before = this.received;
    }, limits.overMilliseconds);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function withReject(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise;
  });
  // It may reject when nobody waits any more.
  promise.catch(() => undefined);
  return { promise, reject };
}
