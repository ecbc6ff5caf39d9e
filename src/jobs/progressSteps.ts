import type { ExportProgress } from "../export/exportWatch.ts";
import type { VerifyProgress } from "../export/verifyExport.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import type { JobProgress } from "./shownProgress.ts";

/** @param hasSteps false if the export only reads */
export function exportFacts(
  { step, responses, share, waiting }: ExportProgress,
  hasSteps: boolean,
): JobProgress {
  return { step: hasSteps ? exportStepText(step) : undefined, responses, share, waiting };
}

export function verifyFacts({ step, responses, share }: VerifyProgress): JobProgress {
  return { step: verifyStepText(step), responses, share };
}

function exportStepText(step: ExportProgress["step"]): LocalizableText {
  switch (step) {
    case "reading":
      return localizable("loading");
    case "columns":
      return localizable("finding the columns");
    case "rows":
      return localizable("writing rows");
  }
}

function verifyStepText(step: VerifyProgress["step"]): LocalizableText {
  switch (step) {
    case "reading":
      return localizable("loading the IDs of the data space");
    case "comparing":
      return localizable("comparing");
    case "repairing":
      return localizable("loading differing responses");
  }
}
