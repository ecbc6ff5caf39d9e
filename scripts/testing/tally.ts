import { z } from "zod";

const tallySchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** What failed and why, said once more at the very end: of a long output some keep only that. */
  failures: z.array(z.string()),
  /** How many tests were skipped for a reason. */
  reasons: z.record(z.string(), z.number()),
  /** How long each file of tests took. */
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
    reasons: sum(a.reasons, b.reasons),
    seconds: sum(a.seconds, b.seconds),
  };
}

/** The last line is the totals. */
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

/** What another process sent or wrote. */
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
