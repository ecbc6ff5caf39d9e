import { deserialiseError } from "../model/serialisedError.ts";
import type {
  AbortMessage,
  AnswerMessage,
  CallMessage,
  EventMessage,
  Listeners,
  Post,
  Result,
  Values,
} from "./messages.ts";

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Calls the other side, and listens to its events. */
export class RpcClient<Calls, Events = object, Transfer = never> {
  readonly #post: Post<Transfer>;
  readonly #listeners: Listeners<Events>;
  readonly #pending = new Map<number, Pending>();
  #nextId: number;

  /** @param firstId ID of the first call; higher than those of an earlier client whose answers may still arrive here */
  constructor(post: Post<Transfer>, listeners: Listeners<Events>, firstId = 0) {
    this.#post = post;
    this.#listeners = listeners;
    this.#nextId = firstId;
  }

  /**
   * Calls the other side and settles as it does, or rejects if `dispose` is called before. If the last value is a signal,
   * aborting it cancels the call on the other side.
   * @param transfer objects to transfer instead of copying
   */
  async call<K extends keyof Calls & string>(
    name: K,
    values: Values<Calls[K]>,
    transfer: readonly Transfer[] = [],
  ): Promise<Result<Calls[K]>> {
    const all: readonly unknown[] = values;
    const last = all.at(-1);
    const signal = last instanceof AbortSignal ? last : undefined;
    const id = this.#nextId++;
    const message: CallMessage = {
      id,
      name,
      values: signal ? all.slice(0, -1) : all,
      isCancellable: signal !== undefined,
    };
    const abort = (): void => this.#post({ abort: id } satisfies AbortMessage, []);
    try {
      return await new Promise((resolve: (value: Result<Calls[K]>) => void, reject) => {
        this.#post(message, transfer);
        this.#pending.set(id, { resolve: (value) => resolve(value as Result<Calls[K]>), reject });
        signal?.addEventListener("abort", abort);
        if (signal?.aborted === true) {
          abort();
        }
      });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Handles a message. The other side is in this package and has the same types. Unrelated messages may come, too. */
  receive(message: unknown): void {
    if (typeof message !== "object" || message === null) {
      return;
    }
    if ("event" in message) {
      const { event, value } = message as EventMessage;
      if (Object.hasOwn(this.#listeners, event)) {
        const name = event as keyof Events;
        this.#listeners[name](value as Events[typeof name]);
      }
    } else if ("id" in message) {
      this.#settle(message as AnswerMessage);
    }
  }

  /** Rejects all unanswered calls, because the other side is gone. */
  dispose(error: unknown): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach((it) => it.reject(error));
  }

  #settle(answer: AnswerMessage): void {
    const call = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ("fault" in answer) {
      call?.reject(deserialiseError(answer.fault));
    } else {
      call?.resolve(answer.value);
    }
  }
}
