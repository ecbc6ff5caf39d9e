import { basename } from "node:path";
import { readManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import type { VerifyResult } from "../../export/verifyExport.ts";
import { verifyStepText } from "../../jobs/progressSteps.ts";
import { verifyJob } from "../../jobs/verifyJob.ts";
import { sentences } from "../../model/localizable.ts";
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
  return withExportProgress(title, async ({ signal, update }) => {
    const found = await verifyJob(jobHost(parts), {
      dataSpace,
      file,
      repair,
      signal,
      onProgress: ({ step, responses, share }) =>
        update({ step: inLanguage(verifyStepText(step)), responses, share }),
    });
    await keep(parts.past, file, found);
    return found;
  });
}

async function keep(
  past: ExportParts["past"],
  file: string,
  { ok, responses, missing, extra, doubled, repaired }: VerifyResult,
): Promise<void> {
  if (!repaired) {
    await past.compared(file, { ok, missing, extra, doubled });
    return;
  }
  const { bytes, sha256, warnings } = await readManifest(targetFiles(file).manifest);
  await past.compared(file, { ok, missing: 0, extra: 0, doubled: 0 }, ({ done }) =>
    done
      ? {
          done: {
            ...done,
            responses,
            bytes,
            sha256,
            warnings: warnings.map((it) => sentences(it)),
          },
        }
      : {},
  );
}
