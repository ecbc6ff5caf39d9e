import { gridCells, withResponseColumns, type Cell, type Column } from "../../../src/model/grid.ts";
import type { Response } from "../../../src/model/response.ts";
import type { PageStore, VectorPart } from "../../../src/table/pageStore.ts";
import { columnKey } from "../../../src/model/grid.ts";
import { encodeVector } from "../../../src/table/vector.ts";

/** Responses in memory, in pages. */
export class MemoryStore implements PageStore {
  pages: PageStore["pages"] = [];
  generation = 0;
  columns: readonly Column[];
  /** Number of vectors that were read. */
  reads = 0;
  #responses: Response[] = [];
  readonly #structure: readonly Column[];

  constructor(columns: readonly Column[]) {
    this.#structure = columns;
    this.columns = columns;
  }

  get responses(): readonly Response[] {
    return this.#responses;
  }

  add(responses: readonly Response[], reading = 0): void {
    this.columns = withResponseColumns(this.columns, responses);
    this.pages = [
      ...this.pages,
      { first: this.#responses.length, rows: responses.length, reading },
    ];
    this.#responses = [...this.#responses, ...responses];
  }

  reset(): void {
    this.generation++;
    this.pages = [];
    this.#responses = [];
    this.columns = this.#structure;
  }

  *vectors(key: string, part: VectorPart, from: number): Iterable<Uint8Array | undefined> {
    const place = this.columns.findIndex((it) => columnKey(it) === key);
    for (const { first, rows } of this.pages.slice(from)) {
      this.reads++;
      const cells = this.#responses
        .slice(first, first + rows)
        .map((it): Cell => gridCells(this.columns, it)[place] ?? null);
      yield encodeVector(cells, part);
    }
  }

  cells(ids: readonly number[]): Cell[][] {
    return ids.map((id) => {
      const response = this.#responses[id];
      if (!response) {
        throw new RangeError(`No row ${String(id)}`);
      }
      return gridCells(this.columns, response);
    });
  }
}
