import { serialiseError, type SerialisedError } from "../model/serialisedError.ts";
import type { AbortMessage, AnswerMessage, CallMessage, EventMessage, Post } from "./messages.ts";

/** Executes a call; it may reject or throw. */
export type Answer = (name: string, values: readonly unknown[]) => unknown;

/** Answers a call by the object's method. The other side's types only allow calls of existing methods. */
export function callOn(on: object, name: string, values: readonly unknown[]): unknown {
  const method = on[name as keyof typeof on] as (...values: readonly unknown[]) => unknown;
  return method.apply(on, [...values]);
}

/** Answers the other side's calls, and sends it events. */
export class RpcServer<Events = object> {
  readonly #post: Post;
  readonly #answer: Answer;
  readonly #faultOf: (error: unknown) => SerialisedError;
  readonly #stops = new Map<number, AbortController>();

  /** @param fault returns what the other side may know of an error */
  constructor(
    post: Post,
    answer: Answer,
    fault: (error: unknown) => SerialisedError = serialiseError,
  ) {
    this.#post = post;
    this.#answer = answer;
    this.#faultOf = fault;
  }

  emit<K extends keyof Events & string>(event: K, value: Events[K]): void {
    this.#post({ event, value } satisfies EventMessage, []);
  }

  /** Handles a message. Calls start in the order in which they come. */
  async receive(message: CallMessage | AbortMessage): Promise<void> {
    if ("abort" in message) {
      this.#stops.get(message.abort)?.abort();
      return;
    }
    const { id } = message;
    const stop = new AbortController();
    this.#stops.set(id, stop);
    const answer = await this.#answerTo(message, stop.signal);
    this.#stops.delete(id);
    this.#post(answer, []);
  }

  async #answerTo(
    { id, name, values, isCancellable }: CallMessage,
    signal: AbortSignal,
  ): Promise<AnswerMessage> {
    try {
      const value = await this.#answer(name, isCancellable ? [...values, signal] : values);
      return { id, value };
    } catch (error) {
      return { id, fault: this.#faultOf(error) };
    }
  }
}
