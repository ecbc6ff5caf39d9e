import { isCancelled, isUnreachable } from "../../model/errors.ts";
import { panelError } from "../../messages/panel.ts";
import { errorText } from "../platform/language.ts";

/** What a panel reads: the newest call wins, and a failure stands beside what was read before. */
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

  /** When the service could not be reached, where that is what ended the newest reading: epoch milliseconds. */
  get unreachableAt(): number | undefined {
    return isUnreachable(this.#error) ? this.#failedAt : undefined;
  }

  /** Resolves when the newest reading has ended, whether or not it failed. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** Rejects on failure; cancelling leaves no trace in a panel that shows something. */
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

  /** Shows what a person can mend, although something kept stands in for what could not be read. */
  showBeside(error: unknown): void {
    this.#error = error;
  }

  cancel(): void {
    this.#reading?.abort();
  }
}
