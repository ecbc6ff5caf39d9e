import { createHash, timingSafeEqual } from "node:crypto";
import { Problem } from "../problem.ts";

// After this many wrong credentials, one wrong attempt a second is answered with 401, the others with 429.
const burst = 20;
const recoveryMilliseconds = 1000;

const challenge = {
  "WWW-Authenticate": 'Basic realm="Survey Explorer local data space", charset="UTF-8"',
};

/** HTTP Basic authentication with the Space ID and API key (API.md, "Authentication"), with a rate limit for wrong ones. */
export class Authentication {
  readonly #expected: Buffer;
  readonly #now: () => number;
  #failures = 0;
  #failuresAt = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(spaceId: string, apiKey: string, now: () => number) {
    this.#expected = digest(Buffer.from(`${spaceId}:${apiKey}`));
    this.#now = now;
  }

  /**
   * Accepts right credentials, even while wrong ones are rate limited.
   * @throws Problem 401, or 429 after many wrong credentials
   */
  require(authorization: string | undefined): void {
    if (authorization === undefined) {
      throw new Problem(
        401,
        "Not signed in",
        "Send the Space ID and API key with HTTP Basic authentication.",
        { headers: challenge },
      );
    }
    // API.md shows Base64 without padding, but curl and others send padding.
    const [, encoded] = /^basic +([A-Za-z0-9+/]+)={0,2}$/i.exec(authorization) ?? [];
    // Digests have the same length, so the comparison takes the same time for any input.
    const sent = digest(Buffer.from(encoded ?? "", "base64"));
    if (!timingSafeEqual(sent, this.#expected)) {
      this.#refuse();
    }
  }

  #refuse(): never {
    const now = this.#now();
    const recovered = (now - this.#failuresAt) / recoveryMilliseconds;
    this.#failures = Math.max(0, this.#failures - recovered);
    this.#failuresAt = now;
    if (this.#failures > burst - 1) {
      const seconds = Math.ceil(((this.#failures - burst + 1) * recoveryMilliseconds) / 1000);
      throw new Problem(
        429,
        "Too many failed logins",
        `Wrong credentials were sent too often. Wait ${seconds} s, and check the Space ID and API key.`,
        { headers: { "Retry-After": String(seconds) } },
      );
    }
    this.#failures++;
    throw new Problem(
      401,
      "Wrong credentials",
      "The Space ID or the API key is wrong. Use those that the service printed when it started.",
      { headers: challenge },
    );
  }
}

function digest(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
