import { basename } from "node:path";
import type { VerifyResult } from "../../export/verifiable.ts";
import { verifyStepText } from "../../jobs/progressSteps.ts";
import { verifyJob } from "../../jobs/verifyJob.ts";
import { inLanguage } from "../platform/language.ts";
import { t } from "../platform/window.ts";
import { jobHost } from "./editorHost.ts";
import type { ExportParts } from "./exportParts.ts";
import { withExportProgress } from "./exportProgress.ts";

export interface CompareRequest {
  readonly dataSpace: string;
  readonly file: string;
  /** Put right what is wrong; the file is replaced when that is done. */
  readonly repair?: boolean | undefined;
}

/** Compares an exported file with its data space, with progress, and keeps in the list what was found. */
export async function compareExport(
  parts: ExportParts,
  { dataSpace, file, repair = false }: CompareRequest,
): Promise<VerifyResult> {
  const name = basename(file);
  const title = repair ? t("Repairing {0}", name) : t("Verifying {0}", name);
  return withExportProgress(title, ({ signal, update }) =>
    verifyJob(jobHost(parts), {
      dataSpace,
      file,
      repair,
      signal,
      onProgress: ({ step, responses, share }) =>
        update({ step: inLanguage(verifyStepText(step)), responses, share }),
    }),
  );
}
