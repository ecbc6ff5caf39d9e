import { basename } from "node:path";
import type { VerifyResult } from "../../export/verifiable.ts";
import { verifyStepText } from "../../jobs/progressSteps.ts";
import { verifyJob } from "../../jobs/verifyJob.ts";
import { inLanguage } from "../platform/language.ts";
import { t } from "../platform/window.ts";
import { editorJobHost } from "./editorJobHost.ts";
import type { ExportParts } from "./exportParts.ts";
import { withExportProgress } from "./exportProgress.ts";

export interface CompareRequest {
  readonly dataSpace: string;
  readonly file: string;
  /** True to correct what differs; the file is replaced when that is done. Default: false. */
  readonly repair?: boolean | undefined;
}

/** Compares an exported file with its data space, shows the progress, and stores the outcome in the list of exports. */
export async function compareExport(
  parts: ExportParts,
  { dataSpace, file, repair = false }: CompareRequest,
): Promise<VerifyResult> {
  const name = basename(file);
  const title = repair ? t("Repairing {0}", name) : t("Verifying {0}", name);
  return withExportProgress(title, ({ signal, update }) =>
    verifyJob(editorJobHost(parts), {
      dataSpace,
      file,
      repair,
      signal,
      onProgress: ({ step, responses, share }) =>
        update({ step: inLanguage(verifyStepText(step)), responses, share }),
    }),
  );
}
