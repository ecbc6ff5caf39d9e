type Step = () => Promise<void>;

/** Steps that clean up, run from the newest to the oldest. All steps run even if one fails. Throws the first failure. */
export class Cleanup {
  readonly #steps: Step[] = [];

  add(step: Step): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }
}
