import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SurveyError } from "../model/errors.ts";
import { isOfMetadata } from "../model/responseFilter.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { TableConversion } from "./conversion.ts";
import { checkFile, stampOf } from "./checkedFile.ts";
import { isNone } from "./compareItems.ts";
import { exportResponses } from "./exportResponses.ts";
import { withFileFaults } from "./fileFaults.ts";
import { readManifest } from "./manifest.ts";
import { isIntact, repairExport } from "./repairExport.ts";
import { targetFiles } from "./targetFiles.ts";
import { verifiable, type VerifiableManifest, type VerifiableTable } from "./verifiable.ts";
import { verifyTable } from "./verifyTable.ts";

export interface VerifyExportOptions {
  readonly client: ResponseSource;
  /** Absolute path of a finished export, its manifest beside it. */
  readonly file: string;
  /** Needed for tables: how one is made again, to be compared with the file. Its codebook is written where the file is repaired. */
  readonly tableOf?: (manifest: VerifiableTable, repair: boolean) => TableConversion;
  /** Ask anew for what differs. */
  readonly repair?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Version of this extension, for the manifest of a repaired file. */
  readonly toolVersion: string;
}

export interface VerifyProgress {
  /** Reading what the service has; comparing it with the file; reading anew what differs. Repaired files are compared again. */
  readonly step: "reading" | "comparing" | "repairing";
  /** Of this step, so far. */
  readonly responses: number;
  /** 0 to 1, of this step; absent if unknown. */
  readonly share?: number | undefined;
}

export interface VerifyResult {
  /** Whether the file has what the service has, once each, and is as it was written; of a repaired file, whether it is so now. */
  readonly ok: boolean;
  /** In the file, after a repair in the repaired one. */
  readonly responses: number;
  /** What follows is what was found, before a repair. The service has so many that are not in the file. */
  readonly missing: number;
  /** In the file, but not, or no longer, with the service. */
  readonly extra: number;
  /** In the file more often than with the service. */
  readonly doubled: number;
  /** Whether the file is, byte for byte, what the export wrote. */
  readonly intact: boolean;
  readonly repaired: boolean;
  /** A sentence that says where the file cannot be read, if so; what stood there counts as missing. */
  readonly damage?: string | undefined;
}

/**
 * Compares an export with what the service has in the same range, by the metadata operation: nothing missing, nothing that
 * is not there, nothing twice. Where a filter looks at answers, which metadata do not say, the responses are read again with
 * the same filter; they are compared by what metadata would say of them. A table is compared with one that is made anew. What arrived after the export is no difference, because its range has an end. With
 * `repair`, the file is replaced by one that has no differences; until that is complete, it stays as it is.
 * @throws SurveyError "invalid-input" if the file is no export that this client can verify, "file-fault", "cancelled", and
 * those of the client
 */
export function verifyExport(options: VerifyExportOptions): Promise<VerifyResult> {
  return withFileFaults(options.file, () => verified(options));
}

async function verified(options: VerifyExportOptions): Promise<VerifyResult> {
  const { client, file, repair = false, onProgress } = options;
  const { signal = new AbortController().signal } = options;
  // Before the manifest is missed: it is not there either.
  await stampOf(file);
  const manifest = verifiable(file, await readManifest(targetFiles(file).manifest), client);
  if (manifest.table) {
    const table = options.tableOf?.(manifest, repair);
    if (!table) {
      throw new TypeError("Nobody says how to make a table.");
    }
    return withTemporaryFolder(async (folder) => {
      const found = await verifyTable({
        ...options,
        manifest,
        table,
        repair,
        folder,
        signal,
        onProgress: ({ step, responses, share }) =>
          onProgress?.({ step: step === "reading" ? step : "comparing", responses, share }),
      });
      return { ...found, doubled: 0 };
    });
  }
  const { kind, format } = manifest;
  return withTemporaryFolder(async (folder) => {
    const swept = join(folder, "swept.ndjson");
    const tell = (step: VerifyProgress["step"], expected: number | undefined) => {
      return (responses: number) => {
        const share = expected && Math.min(1, responses / expected);
        onProgress?.({ step, responses, share });
      };
    };
    let items = 0;
    const sweepService = async () => {
      const onItems = tell("reading", manifest.responses);
      items = await sweep({ ...options, signal, manifest, swept, onItems });
    };
    const check = (path: string) => {
      const onItems = tell("comparing", items);
      const service = { file: swept, items };
      const known = manifest.since?.known;
      return checkFile(path, { client, kind, format, service, known, signal, onItems });
    };

    await sweepService();
    const found = await check(file);
    const intact = isIntact(found, manifest);
    const { missing, extra, doubled, damage } = found;
    const result = { missing, extra, doubled, intact, damage };
    const ok = isNone(found) && intact;
    if (ok || !repair) {
      return { ok, responses: found.items, ...result, repaired: false };
    }
    const repaired = await repairExport({
      client,
      file,
      manifest,
      found,
      expected: items,
      check: async (path) => {
        const checked = await check(path);
        if (isNone(checked)) {
          return checked;
        }
        // The service may have changed between the sweep and the repair.
        await sweepService();
        return check(path);
      },
      signal,
      onItems: tell("repairing", items),
      toolVersion: options.toolVersion,
    });
    return { ok: repaired.ok, responses: repaired.items, ...result, repaired: true };
  });
}

interface SweepOptions extends Pick<VerifyExportOptions, "client" | "toolVersion"> {
  readonly signal: AbortSignal;
  readonly manifest: VerifiableManifest;
  /** To be written, as ndjson. */
  readonly swept: string;
  readonly onItems: (items: number) => void;
}

/** Writes to a file what the service has of what was exported: metadata, where they say enough. @returns how much that is */
async function sweep(options: SweepOptions): Promise<number> {
  const { client, manifest, swept, signal, onItems, toolVersion } = options;
  const { survey, query, range } = manifest;
  const { collectGroupId, filter } = query;
  const { startDateTime, endDateTime } = range;
  const isEnough = isOfMetadata(filter ?? {});
  const { responses } = await exportResponses({
    client,
    surveyId: survey.surveyId,
    kind: isEnough ? "metadata" : "responses",
    query: {
      ...(isEnough ? { collectGroupId, filter } : query),
      startDateTime,
      endDateTime,
    },
    file: swept,
    format: "ndjson",
    overwrite: true,
    signal,
    onProgress: (it) => onItems(it.responses),
    toolVersion,
  }).catch((error: unknown) => {
    // The cause alone: what an export adds to it tells of a file that is about to be removed.
    throw error instanceof SurveyError && error.cause instanceof SurveyError ? error.cause : error;
  });
  return responses;
}

/** The system's own: the user's folder may not be writable, and what a crash leaves behind does not stay among exports. */
async function withTemporaryFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "survey-explorer-verify-"));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
