import type { ExportProgress } from "../export/exportWatch.ts";
import type { VerifyProgress } from "../export/verifyExport.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";

/** Returns what an export is doing. */
export function exportStepText(step: ExportProgress["step"]): LocalizableText {
  switch (step) {
    case "reading":
      return localizable("loading");
    case "columns":
      return localizable("finding the columns");
    case "rows":
      return localizable("writing rows");
  }
}

/** Returns what a comparison is doing. */
export function verifyStepText(step: VerifyProgress["step"]): LocalizableText {
  switch (step) {
    case "reading":
      return localizable("loading the IDs of the data space");
    case "comparing":
      return localizable("comparing");
    case "repairing":
      return localizable("loading differing responses");
  }
}
