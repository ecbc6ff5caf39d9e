import { localizable } from "../../model/localizable.ts";
import type { Reveal } from "../../messages/responses.ts";
import { columnKey, type Column } from "../../model/grid.ts";
import { isCancelled } from "../../model/errors.ts";
import type { ShownTable } from "../../table/shownTable.ts";
import { noQuestion, NotThereError } from "../panels/notThere.ts";
import { Wanted } from "../panels/wanted.ts";
import type { ResponsesState } from "./responsesState.ts";
import type { TableViewController } from "./tableViewController.ts";

/** Cells that have the id within another one; ids are of one length. */
const mostLooked = 100;

/** Where in the responses a command goes. */
export interface ResponsesPlace {
  /** A question's name or the key of its column; in v1 and v2 its rank will do. */
  readonly question?: string | undefined;
  readonly responseId?: string | undefined;
}

interface RevealingOptions {
  readonly state: ResponsesState;
  readonly tableView: TableViewController;
  /** Sends the state. */
  readonly post: () => void;
  /** Resolves when what is being read is read. */
  readonly ended: () => Promise<unknown>;
}

/** Has the panel go to a question, or to a response. */
export class Revealing {
  readonly #options: RevealingOptions;
  readonly #wanted = new Wanted<Omit<Reveal, "number">>();

  constructor(options: RevealingOptions) {
    this.#options = options;
  }

  /** What is not there may be in what is being read. Rejects with `NotThereError`; a newer call ends it. */
  async go(place: ResponsesPlace): Promise<void> {
    const { state, post, ended } = this.#options;
    const number = this.#wanted.want(undefined);
    let found = await this.#found(place);
    if (found instanceof NotThereError) {
      await ended();
      found = this.#wanted.isNewest(number) ? await this.#found(place) : found;
    }
    if (!this.#wanted.isNewest(number)) {
      return;
    }
    if (found instanceof NotThereError) {
      throw found;
    }
    this.#wanted.want(found);
    state.reveal = this.#wanted.message;
    post();
  }

  done(number: number): void {
    this.#wanted.done(number);
    this.#options.state.reveal = this.#wanted.message;
  }

  async #found({
    question,
    responseId,
  }: ResponsesPlace): Promise<Omit<Reveal, "number"> | NotThereError> {
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
    return row instanceof NotThereError ? row : { column: column && columnKey(column), row };
  }

  /** The row of a response among those that are shown. */
  async #rowOf(responseId: string): Promise<number | NotThereError> {
    const { state, tableView } = this.#options;
    const columns = state.structure?.columns ?? [];
    const place = columns.findIndex((it) => it.kind === "metadata" && it.name === "responseId");
    const column = columns[place];
    if (columns.length > 0 && !column) {
      return new NotThereError(localizable("Responses of this version of the API have no ID."));
    }
    const view = state.view?.view;
    const row =
      column && view !== undefined
        ? await tableView
            .ask((shown) => rowWith(shown, view, { key: columnKey(column), place }, responseId))
            .catch(unlessCancelled)
        : undefined;
    return (
      row ??
      new NotThereError(
        localizable(
          'The response "{0}" is not among those that are shown. Clear the filter, or refresh the responses.',
          responseId,
        ),
      )
    );
  }
}

/** The first of the question's columns. Other columns are told by their names, too. */
export function columnOf(columns: readonly Column[], question: string): Column | undefined {
  const variables = columns.filter((it) => it.kind === "variable");
  return (
    columns.find((it) => columnKey(it) === question) ??
    variables.find((it) => it.name === question) ??
    variables.find((it) => it.rank !== undefined && String(it.rank) === question) ??
    columns.find((it) => it.name === question)
  );
}

/** Searching finds texts within others: the cell that is found need not be the one. */
async function rowWith(
  { tables, table }: ShownTable,
  view: number,
  { key, place }: { readonly key: string; readonly place: number },
  value: string,
): Promise<number | undefined> {
  const query = { text: value, columns: [key], cells: "codes" } as const;
  let from = -1;
  for (let looked = 0; looked < mostLooked; looked++) {
    const start = { row: Math.max(0, from), column: key };
    const step = from < 0 ? 0 : 1;
    const row = (await tables.find(table, view, { ...query, from: start, step }))?.cell?.row;
    // Behind the last one the first one comes again.
    if (row === undefined || row <= from) {
      return undefined;
    }
    const [at] = (await tables.rows(table, view, row, 1)) ?? [];
    if (at?.cells[place]?.[0]?.value === value) {
      return at.id;
    }
    from = row;
  }
  return undefined;
}

/** There is another view by now, or what was searched for is gone. */
function unlessCancelled(error: unknown): undefined {
  if (!isCancelled(error)) {
    throw error;
  }
}
