import { itemDecoder } from "../client/itemDecoder.ts";
import type { RawItems } from "../client/queries.ts";
import { itemCount, type PageFacts } from "../copy/copyState.ts";
import { freeMemory } from "../store/freeMemory.ts";
import { DamagedError } from "../store/rows.ts";
import { itemBytes } from "../copy/blocks.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import { SurveyError } from "../model/errors.ts";
import {
  columnKey,
  cellReader,
  structureColumns,
  withResponseColumns,
  type Cell,
  type Column,
} from "../model/grid.ts";
import type { Response } from "../model/response.ts";
import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import {
  derivedIn,
  nothingDerived,
  putDerived,
  vectorsOf,
  type Derived,
} from "./derivedColumns.ts";
import type { Steps } from "./findCells.ts";
import { withGrown, withStructure, type NumberedColumn } from "./numberedColumns.ts";
import { surveyStructure, type SurveyStructure } from "../client/surveyStructure.ts";
import type { PageStore, VectorPart } from "./pageStore.ts";

/** Number of vectors read by one query. */
const vectorsAStep = 64;

/** The description of the columns when the file was last read. */
interface Memory {
  /** "" until the file is read for the first time. */
  readonly epoch: string;
  readonly generation: number;
  readonly structure: number;
  readonly derived: Derived;
  readonly pages: readonly PageFacts[];
  readonly numbered: readonly NumberedColumn[];
  readonly columns: readonly Column[];
  readonly described: SurveyStructure | undefined;
}

const nothing: Memory = {
  epoch: "",
  generation: 0,
  structure: 0,
  derived: nothingDerived,
  pages: [],
  numbered: [],
  columns: [],
  described: undefined,
};

/** The responses of a copy as rows with columns, as far as the columns are derived. */
export class CopyRows implements PageStore {
  readonly copy: SurveyCopy;
  readonly #decode: ReturnType<typeof itemDecoder>;
  #memory = nothing;

  constructor(copy: SurveyCopy) {
    this.copy = copy;
    this.#decode = itemDecoder(copy.version, copy.dataSpace);
  }

  get pages(): readonly PageFacts[] {
    return this.#memory.pages;
  }

  get generation(): number {
    return this.#memory.generation;
  }

  get columns(): readonly Column[] {
    return this.#memory.columns;
  }

  /** Number of rows that can be shown. */
  get loaded(): number {
    return itemCount(this.pages);
  }

  /** True if the copy has pages whose columns are not derived. */
  get isBehind(): boolean {
    return this.pages.length < this.copy.pages.length;
  }

  /** True if the copy has everything that the survey had when it was last read, and all of it can be shown. */
  get isComplete(): boolean {
    return this.copy.facts.isWhole && !this.isBehind;
  }

  get readAt(): number {
    return this.copy.facts.readAt;
  }

  /** `undefined` until `putStructure`. */
  get described(): SurveyStructure | undefined {
    return this.#memory.described;
  }

  /** Runs `work` in one read transaction, so that all it reads is consistent whatever other processes write. */
  reading<T>(work: () => T): T {
    return this.copy.read((database) => {
      this.#readDescription(database);
      return work();
    });
  }

  *vectors(key: string, part: VectorPart, from: number): Generator<Uint8Array | undefined> {
    const { numbered, pages } = this.#memory;
    const number = numbered.find((it) => columnKey(it.column) === key)?.number;
    for (let page = from; page < pages.length; page += vectorsAStep) {
      const step = { from: page, to: Math.min(page + vectorsAStep, pages.length) };
      const found =
        number === undefined
          ? undefined
          : this.copy.read((database) => vectorsOf(database, number, part, step));
      for (let at = step.from; at < step.to; at++) {
        yield found?.get(at);
      }
    }
  }

  cells(ids: readonly number[]): Cell[][] {
    return this.copy
      .itemsAt(ids)
      .map((it) => this.#keptResponse(it))
      .map(cellReader(this.columns));
  }

  /** The response's JSON, byte for byte as the service sent it. */
  raw(id: number): Uint8Array<ArrayBuffer> | undefined {
    return this.reading(() => {
      const [item] = this.copy.itemsAt(id < this.loaded ? [id] : []);
      // Copy the item: it is a view into the memory of its block.
      return item && new Uint8Array(item);
    });
  }

  /** @throws "malformed-answer" if the bytes are not a valid structure */
  putStructure(survey: Uint8Array, collectGroups: Uint8Array): SurveyStructure {
    const it = surveyStructure(this.copy, { survey, collectGroups });
    this.copy.putStructure(survey, collectGroups);
    return this.reading(() => this.described) ?? it;
  }

  /**
   * Derives the columns of a page in the transaction that stores it. If earlier pages are not derived yet, the page is left
   * to `deriving`.
   * @throws "malformed-answer" if an item cannot be decoded
   */
  readonly beforeCommit = (database: SqliteDatabase, page: PageFacts, kept: RawItems): void => {
    this.#readDescription(database);
    const responses = kept.items.map(({ start, end }, place) =>
      this.#decode(kept.body.subarray(start, end), () => place),
    );
    this.#derive(database, page, responses);
  };

  /**
   * Derives the columns of pages that were stored without them.
   * @throws "malformed-answer" if an item cannot be decoded
   */
  *deriving(): Steps<void> {
    for (;;) {
      const page = this.reading(() => this.copy.pages[this.pages.length]);
      if (!page) {
        return;
      }
      const { epoch } = this.copy.facts;
      try {
        const responses: Response[] = [];
        for (const batch of this.copy.blocks(page)) {
          for (const item of itemBytes(batch)) {
            responses.push(this.#decode(item, () => responses.length));
            yield;
          }
          freeMemory(batch.body);
        }
        this.copy.write((database) => {
          this.#readDescription(database);
          if (this.copy.facts.epoch === epoch) {
            this.#derive(database, page, responses);
          }
        });
      } catch (error) {
        if (this.reading(() => this.copy.facts.epoch) === epoch) {
          throw error;
        }
      }
      yield;
    }
  }

  #derive(database: SqliteDatabase, { page }: PageFacts, responses: readonly Response[]): void {
    const { numbered: known, columns, derived, structure } = this.#memory;
    if (page === derived.pages) {
      const numbered = withGrown(known, withResponseColumns(columns, responses));
      putDerived(database, derived, { structure, numbered }, responses);
    }
  }

  /** Decodes an item. It could be decoded when its columns were derived, so a failure means that the file is damaged. */
  #keptResponse(item: Uint8Array): Response {
    try {
      return this.#decode(item, () => 0);
    } catch (cause) {
      throw new DamagedError("A response cannot be read.", { cause });
    }
  }

  /** Updates `#memory` from the file. */
  #readDescription(database: SqliteDatabase): void {
    const memory = this.#memory;
    const { epoch } = this.copy.facts;
    const structure = this.copy.structureNumber;
    const isNew = epoch !== memory.epoch;
    const derived = derivedIn(database, isNew ? nothingDerived : memory.derived);
    if (
      isNew ||
      structure !== memory.structure ||
      derived.revision !== memory.derived.revision ||
      derived.pages !== memory.derived.pages
    ) {
      const isGone = isNew || derived.pages < memory.derived.pages;
      this.#memory = {
        ...memory,
        ...this.#columnsOf(derived, structure, isNew),
        epoch,
        structure,
        derived,
        generation: isGone && memory.epoch !== "" ? memory.generation + 1 : memory.generation,
        pages: this.copy.pages.slice(0, derived.pages),
      };
    }
  }

  /** Returns the same objects if neither the columns nor the structure have changed. */
  #columnsOf(
    derived: Derived,
    structure: number,
    isNew: boolean,
  ): Pick<Memory, "numbered" | "columns" | "described"> {
    const memory = this.#memory;
    const isSame = !isNew && structure === memory.structure;
    if (isSame && derived.revision === memory.derived.revision) {
      return memory;
    }
    const it = isSame ? memory.described : this.#describedNow();
    const bare = { apiVersion: this.copy.version, questions: [], embeddedData: [] };
    const numbered =
      derived.revision > 0 && derived.structure === structure
        ? derived.numbered
        : withStructure(derived.numbered, structureColumns(it?.survey ?? bare));
    return { numbered, columns: numbered.map(({ column }) => column), described: it };
  }

  /**
   * Returns `undefined` if the structure cannot be decoded: an export stores it unchecked. The next request to the service
   * reports the error.
   */
  #describedNow(): SurveyStructure | undefined {
    const structure = this.copy.structure;
    try {
      return structure && surveyStructure(this.copy, structure);
    } catch (error) {
      if (error instanceof SurveyError) {
        return undefined;
      }
      throw error;
    }
  }
}
