import { InformationSet, exposedMark, pivotMark, type RowMarks } from "./informationSet.ts";
import { decodeLedger, encodeLedger } from "./ledgerBytes.ts";
import { plainFigure } from "./plainFigure.ts";
import { ToldFigures, type Figure } from "./toldFigures.ts";

/** How many figures are kept of which none follows from the others. */
const mostFigures = 1000;
const mostRows = 1_000_000;
/** After so many, figures that were told under a lower limit leave nothing more to tell. */
const mostPasses = 8;

/** Why a figure was not told although no count can be computed with it: there are too many figures, or rows. */
export type LedgerLimit = "figures" | "rows";

/**
 * What was told of a survey's rows, and what may be told besides: only figures after which no sum of multiples of told
 * figures has fewer than `leastCount` rows. What a reader can compute exactly from figures are such sums: every group of people
 * has at least one, so counts can be moved a little in any direction that leaves the told figures as they are, and a count
 * is certain only where no such direction changes it. That takes nothing but linear algebra, and holds for a reader who
 * knows which groups are empty; so zeros may be told.
 *
 * That there is no such sum is shown by several information sets (`InformationSet`) without a row in common. A sum
 * other than 0 has something at a pivot of each. One of fewer rows than twice the number of sets has something at exactly
 * one pivot of some set, so it is a multiple of that pivot's sum. It is therefore enough that all pivots' sums have
 * rows enough. Where the sets cannot be made, which takes many overlapping figures of few rows, the figure is not told either.
 */
export class DisclosureLedger {
  readonly leastCount: number;
  #told = new ToldFigures();
  #sets: readonly InformationSet[];
  /** Of all rows, where some are exposed and the sets leave them out. */
  #all: InformationSet | undefined;
  #marks: RowMarks = new Uint8Array(0);
  /** Something was told that is not kept. */
  #isIncomplete = false;
  #limit: LedgerLimit | undefined;

  constructor(leastCount: number) {
    this.leastCount = Math.max(1, Math.ceil(leastCount));
    this.#sets = this.#newSets();
  }

  /** Why the last figure that was not told was not, if it was for want of space. */
  get limit(): LedgerLimit | undefined {
    return this.#limit;
  }

  /**
   * Tells figures in this order, each only where no group of fewer than `leastCount` people could be computed from all that
   * was told. Nothing is kept of those not told. A figure without rows is a told zero and always allowed.
   * @returns which were told
   */
  tell(figures: readonly Figure[]): boolean[] {
    return figures.map((it) => this.#tell(plainFigure(it)));
  }

  /** To be kept: all that was told. */
  encode(): Uint8Array {
    const { leastCount } = this;
    return encodeLedger({
      leastCount,
      isIncomplete: this.#isIncomplete,
      figures: this.#told.figures,
    });
  }

  /**
   * Where fewer people were enough before, rows of groups that are too small now are _exposed_: they count as known, so they make no
   * group larger, and what tells more of them alone is not told.
   * @throws SurveyError "file-fault" where the bytes are damaged or of another version
   */
  static decode(bytes: Uint8Array, leastCount: number): DisclosureLedger {
    const kept = decodeLedger(bytes);
    const ledger = new DisclosureLedger(leastCount);
    ledger.#isIncomplete = kept.isIncomplete;
    ledger.#restore(kept.figures);
    return ledger;
  }

  #tell(figure: Figure): boolean {
    if (figure.rows.length === 0) {
      return true;
    }
    if (figure.rows.length < this.leastCount) {
      return false;
    }
    const isSecret = this.leastCount > 1;
    this.#limit = this.#limitOf(figure);
    if (this.#limit) {
      this.#isIncomplete ||= !isSecret;
      return !isSecret;
    }
    this.#add(figure);
    if (this.#follows()) {
      this.#told.removeLast();
      return true;
    }
    if (this.#told.figures.length > mostFigures) {
      this.#told.removeLast();
      this.#limit = "figures";
      this.#isIncomplete ||= !isSecret;
      return !isSecret;
    }
    if ((isSecret && this.#isIncomplete) || this.#extend().length > 0) {
      this.#told.removeLast();
      return false;
    }
    this.#extendAll();
    return true;
  }

  #limitOf({ rows }: Figure): LedgerLimit | undefined {
    return (rows.at(-1) ?? 0) >= mostRows || this.#told.isFull ? "rows" : undefined;
  }

  #add(figure: Figure): void {
    this.#told.add(figure);
    if (this.#marks.length < this.#told.rows) {
      const marks = new Uint8Array(Math.ceil(1.25 * this.#told.rows));
      marks.set(this.#marks);
      this.#marks = marks;
    }
  }

  /** Whether the newest figure can be computed from the others. */
  #follows(): boolean {
    const set = this.#all ?? this.#sets[0];
    return set !== undefined && set.firstOf(set.rest(), 0, () => true) < 0;
  }

  /**
   * Adds the newest figure to all sets.
   * @returns the rows because of which it cannot be; then nothing has changed
   */
  #extend(): readonly number[] {
    const undo: (() => void)[] = [];
    for (const [index, set] of this.#sets.entries()) {
      const rest = set.rest();
      const row = set.firstOf(rest, this.#startFor(index), (it) => this.#marks[it] === 0);
      const added =
        row < 0 ? set.allOf(rest, (it) => !this.#isExposed(it)) : set.add(rest, row, this.#marks);
      if (typeof added !== "function") {
        for (const step of undo.reverse()) {
          step();
        }
        return added.length > 0 ? added : [-1];
      }
      this.#marks[row] = pivotMark;
      undo.push(() => {
        added();
        this.#marks[row] = 0;
      });
    }
    return [];
  }

  /** Rows far from each other, the same whenever the same figures are told. */
  #startFor(set: number): number {
    const number = this.#told.figures.length * this.#sets.length + set;
    return (Math.imul(number, 0x9e3779b1) >>> 0) % this.#told.rows;
  }

  #extendAll(): void {
    const rest = this.#all?.rest();
    if (this.#all && rest) {
      this.#all.add(
        rest,
        this.#all.firstOf(rest, 0, () => true),
        new Uint8Array(0),
      );
    }
  }

  #isExposed(row: number): boolean {
    return ((this.#marks[row] ?? 0) & exposedMark) !== 0;
  }

  #newSets(): readonly InformationSet[] {
    const count = Math.floor((this.leastCount - 1) / 2) + 1;
    return Array.from({ length: count }, () => new InformationSet(this.#told, this.leastCount));
  }

  #restore(figures: readonly Figure[]): void {
    const exposed = new Set<number>();
    for (let pass = 0; pass < mostPasses; pass++) {
      const before = exposed.size;
      this.#restoreWith(figures, exposed);
      if (exposed.size === before) {
        return;
      }
    }
    this.#isIncomplete = true;
  }

  /** @param exposed known to be; rows that turn out to be are added */
  #restoreWith(figures: readonly Figure[], exposed: Set<number>): void {
    this.#told = new ToldFigures();
    this.#sets = this.#newSets();
    this.#all = exposed.size > 0 ? new InformationSet(this.#told, 1) : undefined;
    this.#marks = new Uint8Array(Math.max(0, ...figures.map((it) => (it.rows.at(-1) ?? 0) + 1)));
    for (const row of exposed) {
      this.#marks[row] = exposedMark;
    }
    for (const figure of figures) {
      this.#add(figure);
      for (const row of this.#extend()) {
        if (row >= 0) {
          exposed.add(row);
        }
      }
      this.#extendAll();
    }
  }
}
