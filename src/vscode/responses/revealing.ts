import { localizable } from "../../model/localizable.ts";
import type { Reveal } from "../../messages/responses.ts";
import { columnKey, type Column } from "../../model/grid.ts";
import { isCancelled } from "../../model/errors.ts";
import { noQuestion, PlaceNotFoundError } from "../panels/placeNotFound.ts";
import { PendingReveal } from "../panels/pendingReveal.ts";
import type { ResponsesState } from "./responsesState.ts";
import type { TableViewController } from "./tableViewController.ts";

/** Place in the responses that a command goes to. */
export interface ResponsesPlace {
  /** Name of a question, or key of its column; in v1 and v2 also its rank. */
  readonly question?: string | undefined;
  readonly responseId?: string | undefined;
}

interface RevealingOptions {
  readonly state: Pick<ResponsesState, "structure" | "view" | "content" | "reveal">;
  readonly tableView: Pick<TableViewController, "ask">;
  /** Sends the state. */
  readonly post: () => void;
  /** Resolves when the current reading has ended. */
  readonly ended: () => Promise<unknown>;
  /** Reads the responses. Resolves when there is something to see. */
  readonly read: () => Promise<void>;
}

/** Makes the panel scroll to a question or a response. */
export class Revealing {
  readonly #options: RevealingOptions;
  readonly #wanted = new PendingReveal<Omit<Reveal, "number">>();

  constructor(options: RevealingOptions) {
    this.#options = options;
  }

  /**
   * Goes to the place; if it is not there, after the current reading, or after another one if that has brought nothing to
   * see. Rejects with `PlaceNotFoundError`, or as reading does. A newer call wins.
   */
  async go(place: ResponsesPlace): Promise<void> {
    const { state, post } = this.#options;
    const number = this.#wanted.request(undefined);
    let found = await this.#found(place);
    for (const wait of this.#waits()) {
      if (!(found instanceof PlaceNotFoundError) || !this.#wanted.isNewest(number)) {
        break;
      }
      await wait();
      found = await this.#found(place);
    }
    if (!this.#wanted.isNewest(number)) {
      return;
    }
    if (found instanceof PlaceNotFoundError) {
      throw found;
    }
    this.#wanted.request(found);
    state.reveal = this.#wanted.message;
    post();
  }

  /** What to wait for as long as the place is not there, one after the other. */
  *#waits(): Iterable<() => Promise<unknown>> {
    const { state, ended, read } = this.#options;
    yield ended;
    if (!state.content) {
      // The reading has failed, or was stopped.
      yield read;
      yield ended;
    }
  }

  done(number: number): void {
    this.#wanted.confirm(number);
    this.#options.state.reveal = this.#wanted.message;
  }

  async #found({
    question,
    responseId,
  }: ResponsesPlace): Promise<Omit<Reveal, "number"> | PlaceNotFoundError> {
    const columns = this.#options.state.structure?.columns ?? [];
    const column = question === undefined ? undefined : columnOf(columns, question);
    if (question !== undefined && !column) {
      const questions = columns.filter((it) => it.kind === "variable");
      return noQuestion(
        question,
        questions.map((it) => it.name),
      );
    }
    const row = responseId === undefined ? undefined : await this.#rowOf(responseId);
    return row instanceof PlaceNotFoundError ? row : { column: column && columnKey(column), row };
  }

  /** Returns the row of a response in the current view. */
  async #rowOf(responseId: string): Promise<number | PlaceNotFoundError> {
    const { state, tableView } = this.#options;
    const columns = state.structure?.columns ?? [];
    const column = columns.find((it) => it.kind === "metadata" && it.name === "responseId");
    if (columns.length > 0 && !column) {
      return new PlaceNotFoundError(
        localizable("Responses of this version of the API have no ID."),
      );
    }
    const view = state.view?.view;
    const row =
      column && view !== undefined
        ? await tableView
            .ask(({ tables, table }) => tables.rowWith(table, view, columnKey(column), responseId))
            .catch(unlessCancelled)
        : undefined;
    return row === undefined || row < 0
      ? new PlaceNotFoundError(
          localizable(
            'The response "{0}" is not among those that are shown. Clear the filter, or refresh the responses.',
            responseId,
          ),
        )
      : row;
  }
}

/** Returns the first column of the question. Other columns are found by name, too. */
export function columnOf(columns: readonly Column[], question: string): Column | undefined {
  const variables = columns.filter((it) => it.kind === "variable");
  return (
    columns.find((it) => columnKey(it) === question) ??
    variables.find((it) => it.name === question) ??
    variables.find((it) => it.rank !== undefined && String(it.rank) === question) ??
    columns.find((it) => it.name === question)
  );
}

/** Ignores a cancellation: the view has been replaced, or the table closed. */
function unlessCancelled(error: unknown): undefined {
  if (!isCancelled(error)) {
    throw error;
  }
}
