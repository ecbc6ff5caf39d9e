import { InformationSets } from "./informationSets.ts";
import { decodeLedger, encodeLedger } from "./ledgerBytes.ts";
import { plainFigure } from "./plainFigure.ts";
import { ToldFigures, type Figure } from "./toldFigures.ts";

/** Maximum number of figures that are kept. None of them follows from the others. */
const maxFigures = 1000;
const maxRows = 1_000_000;
/** Maximum number of passes of a restore. If figures that were told under a lower limit need more, nothing more is told. */
const maxPasses = 8;

/** Which limit kept a figure from being told, whatever could be computed with it: there are too many figures, or rows. */
export type LedgerLimit = "figures" | "rows";

/**
 * Knows which figures of a survey's rows were told, and tells others only if after that no sum of multiples of told figures
 * has fewer than `leastCount` rows. Such sums are all that a reader can compute exactly from figures: every group of people
 * has at least one member, so counts can move a little in any direction that leaves the told figures unchanged, and a count
 * is certain only if no such direction changes it. The proof needs nothing but linear algebra, and holds for a reader who
 * knows which groups are empty; so zeros may be told.
 *
 * Several information sets (`InformationSet`) without a row in common show that there is no such sum. A sum other than 0 is
 * not 0 at some pivot of each set. A sum with fewer rows than twice the number of sets is not 0 at exactly one pivot of some
 * set, so it is a multiple of that pivot's sum. It is therefore enough that all pivots' sums have enough rows. If the sets
 * cannot be made, which takes many overlapping figures of few rows, the figure is not told either. There are more sets than
 * the proof needs: people are whole numbers, and if nearly everything is told, there may be only one whole number between
 * the bounds of a count.
 */
export class DisclosureLedger {
  readonly leastCount: number;
  #told = new ToldFigures();
  #sets: InformationSets;
  /** Decides which figures follow from others if some rows are exposed, because `#sets` ignores those rows. */
  #all: InformationSets | undefined;
  /** True if something was told that is not kept. */
  #isIncomplete = false;
  #limit: LedgerLimit | undefined;

  constructor(leastCount: number) {
    this.leastCount = Math.max(1, Math.ceil(leastCount));
    this.#sets = new InformationSets(this.#told, this.leastCount, new Set());
  }

  /** Why the last figure was not told, if that was for lack of space. */
  get limit(): LedgerLimit | undefined {
    return this.#limit;
  }

  /**
   * Tells figures in this order, each only if no count of fewer than `leastCount` people can be computed from all that was
   * told. Figures that are not told leave no trace. A figure without rows is a zero, which is always told.
   * @returns which were told
   */
  tell(figures: readonly Figure[]): boolean[] {
    return figures.map((it) => this.#tell(plainFigure(it)));
  }

  /** Returns all that was told, to be stored. */
  encode(): Uint8Array {
    const { leastCount } = this;
    return encodeLedger({
      leastCount,
      isIncomplete: this.#isIncomplete,
      figures: this.#told.figures,
    });
  }

  /**
   * Restores a ledger. If its least count was lower, the rows of groups that are too small for the new one are _exposed_:
   * they count as known, so they make no group larger, and what tells more about them alone is not told.
   * @throws SurveyError "file-fault" if the bytes are damaged or of another version
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
    if (this.#told.figures.length > maxFigures) {
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
    return (rows.at(-1) ?? 0) >= maxRows || this.#told.isFull ? "rows" : undefined;
  }

  #restore(figures: readonly Figure[]): void {
    const exposed = new Set<number>();
    for (let pass = 0; pass < maxPasses; pass++) {
      const before = exposed.size;
      this.#restoreWith(figures, exposed);
      if (exposed.size === before) {
        return;
      }
    }
    this.#isIncomplete = true;
  }

  /** @param exposed rows known to be exposed; those that turn out to be are added */
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
