import { setImmediate } from "node:timers/promises";
import type { Response } from "../model/response.ts";
import type { Table } from "../model/tabular/table.ts";
import type { Database, InsertTarget } from "./database.ts";
import type { LoadState, StoredItem } from "./loadState.ts";
import type { PlannedRange } from "./ranges.ts";
import { digestOf, RowBuffer, type RowText } from "./rowText.ts";

/** A table to write: the source of its rows, their encoding, and their destination. */
export interface Output {
  readonly table: Pick<Table, "rowsOf">;
  readonly text: RowText;
  readonly into: InsertTarget;
}

export interface Outputs {
  readonly wide: Output;
  readonly long: Output;
}

/** Bytes of buffered rows at which they are sent. */
const maxBytes = 8 * 1024 * 1024;

/** Number of responses after which pending I/O gets a turn. */
const turn = 32;

/** Counts the changes to the responses of all ranges. */
export class Changes {
  inserted = 0;
  replaced = 0;
  removed = 0;
  /** IDs of responses that were added to and removed from ranges. A response that is in both has moved. */
  readonly #came = new Set<string>();
  readonly #went = new Set<string>();
  readonly #isFirst: boolean;

  /** @param isFirst true if the tables were empty before, so that nothing can have been removed */
  constructor(isFirst: boolean) {
    this.#isFirst = isFirst;
  }

  /**
   * Adds the changes of a range after it was written.
   * @param came IDs of the responses that were inserted, `undefined` for those without
   * @param went IDs of the responses that were deleted, `undefined` for those without
   */
  add(came: readonly (string | undefined)[], went: readonly (string | undefined)[]): void {
    this.inserted += came.length;
    this.removed += went.length;
    // Without an ID, a response that was inserted and one that was deleted count as a replacement.
    const unnamed = [came, went].map((it) => it.filter((id) => id === undefined).length);
    this.#replace(Math.min(...unnamed));
    if (!this.#isFirst) {
      came.forEach((id) => this.#match(id, this.#came, this.#went));
      went.forEach((id) => this.#match(id, this.#went, this.#came));
    }
  }

  #match(id: string | undefined, own: Set<string>, others: Set<string>): void {
    if (id === undefined) {
      return;
    }
    if (others.delete(id)) {
      this.#replace(1);
    } else {
      own.add(id);
    }
  }

  #replace(count: number): void {
    this.inserted -= count;
    this.removed -= count;
    this.replaced += count;
  }
}

/** Updates the rows of a range to those of the survey, in one transaction. Writes nothing if they are the same already. */
export class RangeWriter {
  readonly #database: Database;
  readonly #state: LoadState;
  readonly #outputs: Outputs;
  readonly #range: PlannedRange & { readonly range: number };
  /** Responses in the tables that have not been seen in the survey yet, by the hash of their rows. */
  readonly #left: ReadonlyMap<string, StoredItem[]>;
  readonly #items: StoredItem[] = [];
  readonly #came: (string | undefined)[] = [];
  #next: number;
  readonly #wide: RowBuffer;
  readonly #long: RowBuffer;
  #isBegun = false;

  constructor(
    database: Database,
    state: LoadState,
    outputs: Outputs,
    range: PlannedRange & { readonly range: number },
    known: readonly StoredItem[],
  ) {
    this.#database = database;
    this.#state = state;
    this.#outputs = outputs;
    this.#range = range;
    this.#wide = new RowBuffer(database.halves);
    this.#long = new RowBuffer(database.halves);
    this.#left = Map.groupBy(known, ([, digest]) => digest);
    this.#next = known.reduce((next, [number]) => Math.max(next, number + 1), 1);
  }

  /**
   * Makes the rows of responses. The previous range may still be being sent.
   * @param sent resolves when the previous range is sent; is awaited before rows that exceed the buffer are sent
   */
  async take(responses: Iterable<Response>, sent: () => Promise<void>): Promise<void> {
    let count = 0;
    for (const response of responses) {
      this.#add(response);
      if (this.#wide.bytes + this.#long.bytes >= maxBytes) {
        await sent();
        await this.#orRollback(() => this.#send());
      }
      if (++count % turn === 0) {
        await setImmediate();
      }
    }
  }

  /** Sends the remaining rows, deletes those of responses that are gone, and commits. */
  async write(changes: Changes): Promise<void> {
    const left = [...this.#left.values()].flat();
    if (this.#came.length === 0 && left.length === 0) {
      return;
    }
    await this.#orRollback(async () => {
      await this.#send();
      await this.#delete(left.map(([number]) => number));
      await this.#state.putRange(this.#range, this.#items);
      await this.#state.commit();
    });
    changes.add(
      this.#came,
      left.map(([, , id]) => id),
    );
  }

  async #orRollback(work: () => Promise<void>): Promise<void> {
    if (!this.#isBegun) {
      await this.#state.begin();
      this.#isBegun = true;
    }
    try {
      await work();
    } catch (error) {
      await this.#state.rollback();
      throw error;
    }
  }

  #add(response: Response): void {
    const { wide, long } = this.#outputs;
    const [row = []] = wide.table.rowsOf(response);
    const line = wide.text.line(row);
    const answers = long.table.rowsOf(response).map((it) => long.text.line(it));
    const digest = digestOf([line.text, ...answers.map((it) => it.text)]);
    const known = this.#left.get(digest)?.pop();
    if (known) {
      this.#items.push(known);
      return;
    }
    const { responseId: id } = response;
    const number = this.#next++;
    this.#items.push(id === undefined ? [number, digest] : [number, digest, id]);
    this.#came.push(id);
    const key = `${this.#range.range}\t${number}`;
    this.#wide.add(key + line.text + line.rest);
    let position = 0;
    for (const { text, rest } of answers) {
      this.#long.add(`${key}\t${++position}${text}${rest}`);
    }
  }

  async #send(): Promise<void> {
    const { wide, long } = this.#outputs;
    await this.#database.insert(wide.into, this.#wide.take());
    await this.#database.insert(long.into, this.#long.take());
  }

  async #delete(numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) {
      return;
    }
    for (const { into } of [this.#outputs.long, this.#outputs.wide]) {
      await this.#database.change(
        `DELETE FROM ${into.table} WHERE "_range" = $1 AND "_item" = ANY($2::int[])`,
        [this.#range.range, numbers],
      );
    }
  }
}
