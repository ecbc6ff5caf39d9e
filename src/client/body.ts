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

/**
 * The whole body.
 * @throws BodyLimitError when it grows beyond `maximumBytes`, or comes more slowly than the least rate
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  limits: BodyLimits,
  expectedBytes?: number,
): Promise<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const pace = new Pace(limits);
  // Not filled with zeros: only what was received is handed on.
  let buffer = Buffer.allocUnsafeSlow(Math.min(expectedBytes ?? 0, limits.maximumBytes));
  let length = 0;
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), pace.tooSlow]);
      if (next.done === true) {
        return buffer.subarray(0, length);
      }
      pace.received += next.value.length;
      if (length + next.value.length > limits.maximumBytes) {
        throw new BodyLimitError("size");
      }
      buffer = withRoom(buffer, length, next.value.length);
      buffer.set(next.value, length);
      length += next.value.length;
    }
  } catch (error) {
    // Not awaited: a body that hangs must not keep us.
    void iterator.return?.().catch(() => undefined);
    throw error;
  } finally {
    pace.stop();
  }
}

/** The beginning of a body, for messages: never an error, whatever becomes of the rest. */
export async function readBeginning(
  body: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maximumBytes) {
        break;
      }
    }
  } catch {
    // What came so far says enough.
  }
  return Buffer.concat(chunks).subarray(0, maximumBytes);
}

function withRoom(buffer: Buffer<ArrayBuffer>, length: number, more: number) {
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
