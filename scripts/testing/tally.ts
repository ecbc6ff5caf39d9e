import { z } from "zod";

const tallySchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Failed tests with their errors. Repeated at the end of the output, because often only the end is kept. */
  failures: z.array(z.string()),
  /** Number of skipped tests by reason. */
  reasons: z.record(z.string(), z.number()),
  /** Seconds that each test file took. */
  seconds: z.record(z.string(), z.number()),
});

export type Tally = z.infer<typeof tallySchema>;

export const nothing: Tally = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  reasons: {},
  seconds: {},
};

const slowFiles = 20;

/** Returns a tally with one failure, for a suite that broke before it could count its tests. */
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
    reasons: sum(a.reasons, b.reasons),
    seconds: sum(a.seconds, b.seconds),
  };
}

/** Returns the tally as text. The totals are the last line. */
export function describeTally({ passed, failed, skipped, failures, ...rest }: Tally): string {
  return [
    ...descending(rest.seconds)
      .slice(0, slowFiles)
      .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    ...descending(rest.reasons).map(([reason, count]) => `Skipped ${count}: ${reason}`),
    ...failures.map((it) => `Failed: ${it}\n`),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join("\n");
}

/** Decodes a tally from another process. */
export function parseTally(value: unknown): Tally {
  return tallySchema.parse(value);
}

function sum(a: Tally["seconds"], b: Tally["seconds"]): Tally["seconds"] {
  const total = { ...a };
  for (const [key, value] of Object.entries(b)) {
    total[key] = (total[key] ?? 0) + value;
  }
  return total;
}

function descending(counts: Tally["seconds"]): [string, number][] {
  return Object.entries(counts).sort(([, a], [, b]) => b - a);
}
