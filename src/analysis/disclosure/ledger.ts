import { InformationSets } from "./informationSets.ts";
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
  #sets: InformationSets;
  /** Says what follows from what, where some rows are exposed and the sets leave them out. */
  #all: InformationSets | undefined;
  /** Something was told that is not kept. */
  #isIncomplete = false;
  #limit: LedgerLimit | undefined;

  constructor(leastCount: number) {
    this.leastCount = Math.max(1, Math.ceil(leastCount));
    this.#sets = new InformationSets(this.#told, this.leastCount, new Set());
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
    this.#told.add(figure);
    if ((this.#all ?? this.#sets).follows) {
      this.#told.removeLast();
      return true;
    }
    if (this.#told.figures.length > mostFigures) {
      this.#told.removeLast();
      this.#limit = "figures";
      this.#isIncomplete ||= !isSecret;
      return !isSecret;
    }
    if ((isSecret && this.#isIncomplete) || this.#sets.extend()) {
      this.#told.removeLast();
      return false;
    }
    this.#all?.extend();
    return true;
  }

  #limitOf({ rows }: Figure): LedgerLimit | undefined {
    return (rows.at(-1) ?? 0) >= mostRows || this.#told.isFull ? "rows" : undefined;
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
    const known = new Set(exposed);
    this.#told = new ToldFigures();
    this.#sets = new InformationSets(this.#told, this.leastCount, known);
    this.#all = known.size > 0 ? new InformationSets(this.#told, 1, new Set()) : undefined;
    for (const figure of figures) {
      this.#told.add(figure);
      for (const row of this.#sets.extend() ?? []) {
        exposed.add(row);
      }
      this.#all?.extend();
    }
  }
}
