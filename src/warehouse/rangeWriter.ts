import type { Response } from "../model/response.ts";
import type { Table } from "../model/tabular/table.ts";
import type { Database, Into } from "./database.ts";
import type { LoadState, StoredItem } from "./loadState.ts";
import type { PlannedRange } from "./ranges.ts";
import { digestOf, type RowText } from "./rowText.ts";

/** One of the tables that are written: how its rows are made, and where they go. */
export interface Output {
  readonly table: Pick<Table, "rowsOf">;
  readonly text: RowText;
  readonly into: Into;
}

export interface Outputs {
  readonly wide: Output;
  readonly long: Output;
}

/** Characters of rows that are kept until they are sent. */
const mostCharacters = 8 * 1024 * 1024;

/** What became of the responses of all ranges. */
export class Changes {
  inserted = 0;
  replaced = 0;
  removed = 0;
  /** Of responses that came, and that went: who is in both has moved. */
  readonly #came = new Set<string>();
  readonly #went = new Set<string>();
  readonly #isFirst: boolean;

  /** @param isFirst nothing was there before, so that nothing can have gone */
  constructor(isFirst: boolean) {
    this.#isFirst = isFirst;
  }

  /** Of one range, when it is written. */
  add(came: readonly (string | undefined)[], went: readonly (string | undefined)[]): void {
    this.inserted += came.length;
    this.removed += went.length;
    // What tells no id and stands in the place of another is taken for that.
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

/** Makes what the tables have of a range what the survey has of it, in one transaction; nothing, where that is so already. */
export class RangeWriter {
  readonly #database: Database;
  readonly #state: LoadState;
  readonly #outputs: Outputs;
  readonly #range: PlannedRange & { readonly range: number };
  /** By the hash of their rows: what the tables have and has not come yet. */
  readonly #left = new Map<string, StoredItem[]>();
  readonly #items: StoredItem[] = [];
  readonly #came: (string | undefined)[] = [];
  #next: number;
  #wide: string[] = [];
  #long: string[] = [];
  #characters = 0;

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
    for (const it of known) {
      const same = this.#left.get(it[1]);
      if (same) {
        same.push(it);
      } else {
        this.#left.set(it[1], [it]);
      }
    }
    this.#next = known.reduce((next, [number]) => Math.max(next, number + 1), 1);
  }

  async write(responses: Iterable<Response>, changes: Changes): Promise<void> {
    let isBegun = false;
    const begin = async () => {
      if (!isBegun) {
        await this.#state.begin();
        isBegun = true;
      }
    };
    try {
      for (const response of responses) {
        this.#add(response);
        if (this.#characters >= mostCharacters) {
          await begin();
          await this.#send();
        }
      }
      const left = [...this.#left.values()].flat();
      if (this.#came.length === 0 && left.length === 0) {
        return;
      }
      await begin();
      await this.#send();
      await this.#delete(left.map(([number]) => number));
      await this.#state.putRange(this.#range, this.#items);
      await this.#state.commit();
      changes.add(
        this.#came,
        left.map(([, , id]) => id),
      );
    } catch (error) {
      if (isBegun) {
        await this.#state.rollback();
      }
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
    this.#push(this.#wide, key + line.text + line.rest);
    answers.forEach(({ text, rest }, index) =>
      this.#push(this.#long, `${key}\t${index + 1}${text}${rest}`),
    );
  }

  #push(rows: string[], row: string): void {
    rows.push(row);
    this.#characters += row.length;
  }

  async #send(): Promise<void> {
    const { wide, long } = this.#outputs;
    const rows = [
      [wide.into, this.#wide],
      [long.into, this.#long],
    ] as const;
    [this.#wide, this.#long, this.#characters] = [[], [], 0];
    for (const [into, its] of rows) {
      await this.#database.insert(into, its);
    }
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
