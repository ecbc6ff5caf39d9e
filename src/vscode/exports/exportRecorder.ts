import type { ExportResult } from "../../export/exportOptions.ts";
import { readManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import type { JobHost } from "../../jobs/jobHost.ts";
import { sentences } from "../../model/localizable.ts";
import type { PastExport } from "./pastExport.ts";
import type { PastExports } from "./pastExports.ts";

/** Returns the functions of a `JobHost` that put exports and comparisons into the list of the Exports view. */
export function exportRecorder(
  past: PastExports,
): Required<Pick<JobHost, "trackExport" | "recordComparison">> {
  return {
    trackExport: ({ label, verify: _verify, resume: _resume, ...wanted }, work) => {
      const { file, surveyId } = wanted;
      const begun = {
        ...wanted,
        label: label ?? past.get(file)?.label ?? surveyId,
        startedAt: Date.now(),
      };
      return past.track(begun, work, (result) => finishedEntry(result, begun.label));
    },
    recordComparison: async (file, { ok, responses, missing, extra, doubled, repaired }) => {
      if (!repaired) {
        await past.recordComparison(file, { ok, missing, extra, doubled });
        return;
      }
      const { bytes, sha256, warnings } = await readManifest(targetFiles(file).manifest);
      await past.recordComparison(file, { ok, missing: 0, extra: 0, doubled: 0 }, ({ done }) =>
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
    },
  };
}

/** Returns what the list shows of a finished export. Label and time range come from its manifest. */
async function finishedEntry(result: ExportResult, label: string): Promise<Partial<PastExport>> {
  const { file, responses, bytes, sha256, warningTexts: warnings } = result;
  const manifest = await readManifest(targetFiles(file).manifest).catch(() => undefined);
  const { startDateTime, endDateTime } = manifest?.range ?? {};
  return {
    label: manifest?.survey.label ?? label,
    done: {
      finishedAt: Date.now(),
      responses,
      bytes,
      sha256,
      warnings,
      startDateTime,
      endDateTime,
    },
  };
}
