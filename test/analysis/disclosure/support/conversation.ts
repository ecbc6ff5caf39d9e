import { DisclosureLedger } from "../../../../src/analysis/disclosure/ledger.ts";
import { tellTable } from "../../../../src/analysis/disclosure/tellTable.ts";
import type { Figure } from "../../../../src/analysis/disclosure/toldFigures.ts";
import type { Random } from "../../../../src/service/sample/random.ts";
import type { People } from "./people.ts";

interface Condition {
  readonly attribute: number;
  readonly codes: ReadonlySet<number>;
}

/** Which people a figure is about, in terms of the survey: all that the asker knows of it. */
export interface Asked {
  /** Only people who came in this batch or before. */
  readonly batch: number;
  readonly all: readonly Condition[];
  readonly notAll: readonly Condition[];
  /** What each person counts, by the code of the attribute. Default: 1. */
  readonly value?: { readonly attribute: number; readonly of: (code: number) => number };
}

export interface Answer {
  readonly asked: Asked;
  readonly isTold: boolean;
  /** Number of people that the figure is about. */
  readonly size: number;
}

/** In the second batch some more people have come; the second half of the questions is asked then. */
const batches = 2;
/** Most codes of an attribute in a cross table. */
const maxCodes = 10;

/** An adversary who asks questions one after the other, chosen to find out the suppressed counts. */
export class Conversation {
  readonly answers: Answer[] = [];
  readonly #people: People;
  readonly #everybody: Uint32Array;
  readonly #random: Random;
  readonly #ledger: DisclosureLedger;
  readonly #later: number;
  #batch = 0;

  constructor(people: People, leastCount: number, random: Random) {
    this.#people = people;
    this.#everybody = Uint32Array.from({ length: people.size }, (_, person) => person);
    this.#random = random;
    this.#ledger = new DisclosureLedger(leastCount);
    this.#later = people.size - random.below(12);
  }

  batchOf(person: number): number {
    return person < this.#later ? 0 : 1;
  }

  has({ batch, all, notAll }: Asked, person: number): boolean {
    const meets = ({ attribute, codes }: Condition): boolean =>
      codes.has(this.codeOf(attribute, person));
    return (
      this.batchOf(person) <= batch &&
      all.every(meets) &&
      (notAll.length === 0 || !notAll.every(meets))
    );
  }

  codeOf(attribute: number, person: number): number {
    return this.#people.attributes[attribute]?.[person] ?? 0;
  }

  ask(questions: number): void {
    for (let at = 0; at < questions; at++) {
      this.#batch = Math.floor((at * batches) / questions);
      this.#askOne();
    }
  }

  #askOne(): void {
    const random = this.#random;
    const filter = this.#filter();
    switch (random.below(8)) {
      case 0: {
        this.#table(filter, this.#attribute(), this.#attribute());
        return;
      }
      case 1: {
        this.#weightedTable(filter, this.#attribute());
        return;
      }
      case 2: {
        this.#sums(filter, this.#attribute());
        return;
      }
      case 3: {
        this.#followUp();
        return;
      }
      case 4: {
        this.#merged(filter, this.#attribute());
        return;
      }
      default: {
        this.#table(filter, this.#attribute());
        return;
      }
    }
  }

  /** Returns the people of an earlier question, their complement, or the people of one condition less or more. */
  #filter(): Asked {
    const random = this.#random;
    const batch = this.#batch;
    const earlier = this.answers[random.below(Math.max(1, this.answers.length))]?.asked;
    switch (random.below(6)) {
      case 0:
        return { batch, all: [], notAll: [] };
      case 1:
        return { batch, all: [], notAll: earlier?.all ?? [] };
      case 2:
        return { batch, all: earlier?.all.slice(1) ?? [], notAll: earlier?.notAll ?? [] };
      case 3:
        return { batch, all: [...(earlier?.all ?? []), this.#condition()].slice(-3), notAll: [] };
      default: {
        const all = Array.from({ length: 1 + random.below(2) }, () => this.#condition());
        return { batch, all, notAll: [] };
      }
    }
  }

  #attribute(): number {
    return this.#random.below(this.#people.attributes.length);
  }

  #condition(): Condition {
    const attribute = this.#attribute();
    const codes = this.#codes(attribute).filter(() => this.#random.chance(0.5));
    return { attribute, codes: new Set(codes) };
  }

  #codes(attribute: number): number[] {
    return [...new Set(this.#people.attributes[attribute])].sort((a, b) => a - b);
  }

  #table(filter: Asked, attribute: number, by?: number): void {
    const of = (conditions: readonly Condition[]): Asked => ({
      ...filter,
      all: [...filter.all, ...conditions],
    });
    const one = (name: number): Condition[] =>
      this.#codes(name).map((it) => ({ attribute: name, codes: new Set([it]) }));
    const columns = one(attribute);
    if (by === undefined) {
      this.#tell(
        filter,
        [],
        [],
        columns.map((it) => of([it])),
      );
      return;
    }
    const [first, lines] = [columns.slice(0, maxCodes), one(by).slice(0, maxCodes)];
    const totals = [first, lines].map((list) => list.map((it) => of([it])));
    this.#tell(filter, totals[0] ?? [], totals[1] ?? [], pairs(first, lines).map(of));
  }

  #tell(
    base: Asked,
    columnTotals: readonly Asked[],
    rowTotals: readonly Asked[],
    cells: readonly Asked[],
  ): void {
    const figures = [[base], columnTotals, rowTotals, cells].map((list) =>
      list.map((it) => this.#figureOf(it)),
    );
    const told = tellTable(this.#ledger, {
      base: figures[0]?.[0] ?? { rows: new Uint32Array(0) },
      columnTotals: figures[1] ?? [],
      rowTotals: figures[2] ?? [],
      cells: figures[3] ?? [],
    });
    this.#keep([base, ...columnTotals, ...rowTotals, ...cells], figures.flat(), [
      told.base,
      ...told.columnTotals,
      ...told.rowTotals,
      ...told.cells,
    ]);
  }

  /** Asks for a table with weights that depend on a group, so that the asker can know them. */
  #weightedTable(filter: Asked, attribute: number): void {
    const by = this.#attribute();
    const value = { attribute: by, of: (code: number) => 500 + ((code * 377) % 1000) };
    const cells = this.#codes(attribute).map((it): Asked => ({
      ...filter,
      all: [...filter.all, { attribute, codes: new Set([it]) }],
      value,
    }));
    this.#tellEach([filter, { ...filter, value }, ...cells]);
  }

  /** Asks for the sums from which mean and deviation are computed. */
  #sums(filter: Asked, attribute: number): void {
    const sum = { attribute, of: (code: number) => code };
    const squares = { attribute, of: (code: number) => code * code };
    this.#tellEach([filter, { ...filter, value: sum }, { ...filter, value: squares }]);
  }

  /** Asks for a suppressed group in other ways: everybody else, and the group together with some others. */
  #followUp(): void {
    const kept = this.answers.filter((it) => !it.isTold && it.size > 0);
    const target = kept[this.#random.below(Math.max(1, kept.length))]?.asked;
    const last = target?.all.at(-1);
    if (!target || !last) {
      return;
    }
    const batch = this.#batch;
    const others = this.#codes(last.attribute).filter(() => this.#random.chance(0.4));
    const wider = { attribute: last.attribute, codes: new Set([...last.codes, ...others]) };
    const without = { attribute: last.attribute, codes: new Set(others) };
    const before = target.all.slice(0, -1);
    this.#tellEach([
      { batch, all: [], notAll: target.all },
      { batch, all: before, notAll: [last] },
      { batch, all: [...before, wider], notAll: [] },
      { batch, all: [...before, without], notAll: [] },
      { batch, all: before, notAll: [] },
    ]);
  }

  /** Asks as in another version of the survey in which some options are merged. */
  #merged(filter: Asked, attribute: number): void {
    const codes = this.#codes(attribute);
    const width = 2 + this.#random.below(2);
    const groups = codes.flatMap((_, at) =>
      at % width === 0 ? [codes.slice(at, at + width)] : [],
    );
    const cells = groups.map((it): Asked => ({
      ...filter,
      all: [...filter.all, { attribute, codes: new Set(it) }],
    }));
    this.#tellEach([filter, ...cells]);
  }

  #tellEach(asked: readonly Asked[]): void {
    const figures = asked.map((it) => this.#figureOf(it));
    this.#keep(asked, figures, this.#ledger.tell(figures));
  }

  #keep(asked: readonly Asked[], figures: readonly Figure[], told: readonly boolean[]): void {
    for (const [at, it] of asked.entries()) {
      const size = figures[at]?.rows.length ?? 0;
      this.answers.push({ asked: it, isTold: told[at] === true, size });
    }
  }

  #figureOf(asked: Asked): Figure {
    const rows = this.#everybody.filter((it) => this.has(asked, it));
    const { value } = asked;
    if (!value) {
      return { rows };
    }
    const values = Float64Array.from(rows, (it) => value.of(this.codeOf(value.attribute, it)));
    return { rows, values };
  }
}

function pairs<T>(one: readonly T[], other: readonly T[]): T[][] {
  return one.flatMap((first) => other.map((second) => [first, second]));
}
