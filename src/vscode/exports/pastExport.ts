import * as z from "zod";
import { exportRequest } from "../../export/exportRequest.ts";
import { sentences } from "../../model/localizable.ts";
import { localizableText } from "../../model/localizableSchema.ts";

const verification = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** When the file that was compared had last been changed, in ms since 1970. */
  changedAt: z.number(),
  ok: z.boolean(),
  missing: z.number(),
  extra: z.number(),
  doubled: z.number(),
});

const done = z.object({
  finishedAt: z.number(),
  responses: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** Former versions kept them in English. */
  warnings: z
    .array(z.union([localizableText(), z.string().transform((it) => sentences(it))]))
    .readonly(),
  /** What was read, (start, end]. */
  startDateTime: z.string().optional(),
  endDateTime: z.string().optional(),
});

/** An export that was begun, finished or not, as the Exports view remembers it. The file's path is its identity. */
const pastExport = z.object({
  ...exportRequest.omit({ resume: true, verify: true }).shape,
  label: z.string(),
  startedAt: z.number(),
  /** The process that writes the file; absent once it has stopped. */
  pid: z.number().optional(),
  /** How far it came, if it was not finished. */
  reached: z.number().optional(),
  done: done.optional(),
  verification: verification.optional(),
});
export type PastExport = z.infer<typeof pastExport>;

const most = 100;

/** What was kept, newest first. An entry that is not of this form is left out, and the others are kept. */
export function decodeExports(stored: unknown): PastExport[] {
  return Array.isArray(stored)
    ? stored.flatMap((it) => {
        const result = pastExport.safeParse(it);
        return result.success ? [result.data] : [];
      })
    : [];
}

/** The list with the entries, each in place of one for the same file; the oldest beyond a hundred are dropped. */
export function withExports(
  list: readonly PastExport[],
  entries: readonly PastExport[],
): PastExport[] {
  const files = new Set(entries.map((it) => it.file));
  return [...entries, ...list.filter((it) => !files.has(it.file))]
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(0, most);
}

/** What the disk has of an export. */
export interface OnDisk {
  /** When the file was last changed, in ms since 1970; absent if there is none. */
  readonly changedAt?: number | undefined;
  /** When what an unfinished export left was last changed; absent if there is nothing to go on from. */
  readonly leftAt?: number | undefined;
  /** What it left is of a version that kept it in another way. */
  readonly isOfBefore?: boolean | undefined;
}

/**
 * `outdated`: an earlier version did not finish it, and it has to be begun again. `different`: it was compared with the data
 * space, and something was not as it should be.
 */
export type ExportState =
  "running" | "unfinished" | "outdated" | "complete" | "missing" | "verified" | "different";

export function stateOf(entry: PastExport, disk: OnDisk, running: boolean): ExportState {
  if (running) {
    return "running";
  }
  if (!entry.done) {
    return disk.leftAt === undefined
      ? "missing"
      : disk.isOfBefore === true
        ? "outdated"
        : "unfinished";
  }
  if (disk.changedAt === undefined) {
    return "missing";
  }
  const { verification: found } = entry;
  // A file that was changed after it was compared has not been compared.
  if (found?.changedAt !== disk.changedAt) {
    return "complete";
  }
  return found.ok ? "verified" : "different";
}
