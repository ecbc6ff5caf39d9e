import { isCancelled, isUnreachable } from "../../model/errors.ts";
import { panelError } from "../../messages/panel.ts";
import { errorText } from "../platform/language.ts";

/** Runs a panel's reads and holds their result. The newest call wins; a failure does not discard what was read before. */
export class LatestRead<T> {
  content: T | undefined;
  #error: unknown;
  #failedAt = 0;
  #reading: AbortController | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get loading(): boolean {
    return this.#reading !== undefined;
  }

  get error(): ReturnType<typeof panelError> | undefined {
    return this.#error === undefined ? undefined : panelError(this.#error, errorText(this.#error));
  }

  /** Time when the newest reading failed to reach the service, epoch milliseconds; `undefined` if it did not fail so. */
  get unreachableAt(): number | undefined {
    return isUnreachable(this.#error) ? this.#failedAt : undefined;
  }

  /** Resolves when the newest reading has ended, even if it failed. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** Starts a reading, and aborts the previous one. Rejects on failure. If there is content, cancelling sets no error. */
  run(read: (signal: AbortSignal) => Promise<T>): Promise<void> {
    const running = this.#run(read);
    this.#ended = running.catch(() => undefined);
    return running;
  }

  async #run(read: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#error = undefined;
    this.#onChange();
    try {
      const content = await read(reading.signal);
      if (this.#reading === reading) {
        this.content = content;
      }
    } catch (error) {
      if (this.#reading === reading) {
        this.#failedAt = Date.now();
        this.#error = isCancelled(error) && this.content !== undefined ? undefined : error;
      }
      throw error;
    } finally {
      if (this.#reading === reading) {
        this.#reading = undefined;
        this.#onChange();
      }
    }
  }

  /** Sets an error that the person can resolve, to be shown beside a stored answer. */
  setErrorBesideContent(error: unknown): void {
    this.#error = error;
  }

  cancel(): void {
    this.#reading?.abort();
  }
}
