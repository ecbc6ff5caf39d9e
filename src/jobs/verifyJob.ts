import { readManifest } from "../export/manifest.ts";
import { targetFiles } from "../export/targetFiles.ts";
import type { VerifyResult } from "../export/verifiable.ts";
import { verifyExport } from "../export/verifyExport.ts";
import { tableConversion } from "../formats/tableConversion.ts";
import type { JobHost } from "./jobHost.ts";
import { verifyFacts } from "./progressSteps.ts";
import type { JobProgress } from "./shownProgress.ts";

export interface VerifyJob {
  readonly dataSpace: string;
  /** Absolute path. */
  readonly file: string;
  /** Repair what differs. The file is replaced once the repair is complete. */
  readonly repair?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
}

/** Compares an exported file with its data space. See `verifyExport`. */
export async function verifyJob(
  host: Pick<
    JobHost,
    "client" | "withCopies" | "recordComparison" | "formats" | "translations" | "toolVersion"
  >,
  { dataSpace, file, repair = false, signal, onProgress }: VerifyJob,
): Promise<VerifyResult> {
  const { formats, translations, toolVersion } = host;
  const client = await host.client(dataSpace);
  // If the manifest cannot be read, the comparison reports why.
  const manifest = await readManifest(targetFiles(file).manifest).catch(() => undefined);
  const surveyId = manifest?.survey.surveyId;
  const borrower = { client, surveyId, fresh: repair ? "new" : "all", signal } as const;
  const found = await host.withCopies(borrower, ({ copies, copy, signal: either }) =>
    verifyExport({
      client,
      copies,
      copy,
      file,
      repair,
      signal: either,
      toolVersion,
      tableOf: ({ kind, query, format, table, ...its }, isRepair) => {
        const { form, codebook, missingCodes } = table;
        return tableConversion({
          formats,
          client,
          kind,
          query,
          format,
          form,
          file,
          codebook: isRepair ? codebook : undefined,
          translations,
          missingCodes,
          // A file contains the version that wrote it, and the tables are compared byte by byte.
          toolVersion: its.toolVersion,
        });
      },
      onProgress: (progress) => onProgress(verifyFacts(progress)),
    }),
  );
  await host.recordComparison?.(file, found);
  return found;
}
