import { basename } from "node:path";
import * as vscode from "vscode";
import type { VerifyResult } from "../../export/verifyExport.ts";
import { verifyStepText } from "../../jobs/progressSteps.ts";
import { verifyJob } from "../../jobs/verifyJob.ts";
import { plural } from "../../model/localizable.ts";
import { inLanguage } from "../platform/language.ts";
import { joined, type SafeText } from "../platform/plainText.ts";
import { t, say } from "../platform/window.ts";
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

/** What was found, in a sentence or two. */
export function comparisonText(file: string, found: VerifyResult): SafeText {
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  const name = basename(file);
  const differences = [
    found.missing > 0 ? t("{0} missing", number(found.missing)) : undefined,
    found.extra > 0 ? t("{0} not in the data space", number(found.extra)) : undefined,
    found.doubled > 0
      ? say(plural(found.doubled, { one: "{0} duplicate", other: "{0} duplicates" }))
      : undefined,
  ].filter((it) => it !== undefined);
  const what =
    differences.join(", ") ||
    (found.intact
      ? t("the data space has something else")
      : t("the file was changed after the export"));
  if (found.repaired) {
    return found.ok
      ? say(
          plural(
            found.responses,
            {
              one: "{1} was repaired ({2}) and has its {0} response.",
              other: "{1} was repaired ({2}) and has all {0} responses.",
            },
            name,
            what,
          ),
        )
      : t("{0} was repaired, but the data space has changed meanwhile. Verify it again.", name);
  }
  if (found.ok) {
    return say(
      plural(
        found.responses,
        {
          one: "{1} is complete: {0} response, no duplicates.",
          other: "{1} is complete: all {0} responses, no duplicates.",
        },
        name,
      ),
    );
  }
  const said = t("{0} differs from the data space: {1}.", name, what);
  return found.damage === undefined ? said : joined([said, say(found.damage)]);
}
