export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed and why, said once more at the very end: of a long output some keep only that. */
  readonly failures: readonly string[];
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** A suite that broke before it could count: one failure, so that the total shows it. */
export function broken(what: string, error: unknown): Tally {
  const cause = error instanceof Error && error.cause !== undefined ? [error.cause] : [];
  const why = [error, ...cause].map((it) => (it instanceof Error ? it.message : String(it)));
  return { ...nothing, failed: 1, failures: [`${what}: ${why.join("\n")}`] };
}

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  };
}

/** The last line is the totals. */
export function describeTally({ passed, failed, skipped, failures }: Tally): string {
  return [
    ...failures.map((it) => `Failed: ${it}\n`),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join("\n");
}

/** What another process sent or wrote. */
export function parseTally(value: unknown): Tally {
  const member = (name: keyof Tally): unknown =>
    value instanceof Object ? Reflect.get(value, name) : undefined;
  const count = (name: keyof Tally): number => {
    const found = member(name);
    if (typeof found !== "number") {
      throw new Error(`A test run did not say how many tests ${name}.`);
    }
    return found;
  };
  const failures = member("failures");
  return {
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    failures: Array.isArray(failures) ? failures.map(String) : [],
  };
}
