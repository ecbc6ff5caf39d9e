export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

/** A suite that broke before it could count: one failure, so that the total shows it. */
export const broken: Tally = { passed: 0, failed: 1, skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** What another process sent or wrote. */
export function parseTally(value: unknown): Tally {
  const count = (name: keyof Tally): number => {
    const found: unknown = value instanceof Object ? Reflect.get(value, name) : undefined;
    if (typeof found !== "number") {
      throw new Error(`A test run did not say how many tests ${name}.`);
    }
    return found;
  };
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}
