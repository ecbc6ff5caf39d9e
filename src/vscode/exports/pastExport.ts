import * as z from "zod";
import { validItems } from "../../model/jsonText.ts";
import { exportRequest } from "../../export/exportRequest.ts";
import { sentences } from "../../model/localizable.ts";
import { localizableText } from "../../model/localizableSchema.ts";

const verification = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Modification time of the compared file, in ms since 1970. */
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
  /** Earlier versions of the extension stored them as strings in English. */
  warnings: z
    .array(z.union([localizableText(), z.string().transform((it) => sentences(it))]))
    .readonly(),
  /** Time range that was read, (start, end]. */
  startDateTime: z.string().optional(),
  endDateTime: z.string().optional(),
});

/** An export, finished or not, as it is stored for the Exports view. The path of the file identifies it. */
const pastExport = z.object({
  ...exportRequest.omit({ resume: true, verify: true }).shape,
  label: z.string(),
  startedAt: z.number(),
  /** ID of the process that writes the file; `undefined` once it has stopped. */
  pid: z.number().optional(),
  /** Number of responses read, if the export is not finished. */
  reached: z.number().optional(),
  done: done.optional(),
  verification: verification.optional(),
});
export type PastExport = z.infer<typeof pastExport>;

const most = 100;

/** Decodes the stored list, newest first. Invalid entries are dropped, the others are kept. */
export function decodeExports(stored: unknown): PastExport[] {
  return validItems(pastExport, stored);
}

/** Returns the list with the entries, which replace those for the same files. Only the newest hundred are kept. */
export function withExports(
  list: readonly PastExport[],
  entries: readonly PastExport[],
): PastExport[] {
  const files = new Set(entries.map((it) => it.file));
  return [...entries, ...list.filter((it) => !files.has(it.file))]
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(0, most);
}

/** State of an export's files on disk. */
export interface OnDisk {
  /** Modification time of the file, in ms since 1970; `undefined` if there is none. */
  readonly changedAt?: number | undefined;
  /** Modification time of what an unfinished export left, in ms since 1970; `undefined` if it left nothing. */
  readonly leftAt?: number | undefined;
  /** True if an earlier version of the extension left it, in another form. */
  readonly isFromOlderVersion?: boolean | undefined;
}

/**
 * `outdated`: an earlier version of the extension did not finish it, so it must start over. `different`: a comparison with
 * the data space found differences.
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
      : disk.isFromOlderVersion === true
        ? "outdated"
        : "unfinished";
  }
  if (disk.changedAt === undefined) {
    return "missing";
  }
  const { verification: found } = entry;
  // A comparison does not count if the file was changed after it.
  if (found?.changedAt !== disk.changedAt) {
    return "complete";
  }
  return found.ok ? "verified" : "different";
}
