import { basename } from "node:path";
import * as vscode from "vscode";
import { readManifest } from "../../export/manifest.ts";
import { targetFiles } from "../../export/targetFiles.ts";
import { verifyExport, type VerifyProgress, type VerifyResult } from "../../export/verifyExport.ts";
import { tableConversion } from "../../formats/tableConversion.ts";
import { sentences, plural } from "../../model/localizable.ts";
import { translations } from "../platform/language.ts";
import { joined, type SafeText } from "../platform/plainText.ts";
import { t, say } from "../platform/window.ts";
import type { ExportParts } from "./exportParts.ts";
import { withExportProgress } from "./exportProgress.ts";
import { withCopies } from "./sharedCopies.ts";

export interface CompareRequest {
  readonly dataSpace: string;
  readonly file: string;
  /** Put right what is wrong; the file is replaced when that is done. */
  readonly repair?: boolean | undefined;
}

/** Compares an exported file with its data space, with progress, and keeps in the list what was found. */
export async function compareExport(
  { dataSpaces, tables, past, formats, toolVersion }: ExportParts,
  { dataSpace, file, repair = false }: CompareRequest,
): Promise<VerifyResult> {
  const name = basename(file);
  const title = repair ? t("Repairing {0}", name) : t("Verifying {0}", name);
  return withExportProgress(title, async ({ signal, update }) => {
    const client = await dataSpaces.client(dataSpace);
    // Where the manifest cannot be read, comparing says why.
    const manifest = await readManifest(targetFiles(file).manifest).catch(() => undefined);
    const borrower = {
      client,
      surveyId: manifest?.survey.surveyId,
      fresh: repair ? "new" : "all",
      signal,
    } as const;
    const found = await withCopies(tables, borrower, ({ copies, copy, signal: either }) =>
      verifyExport({
        client,
        copies,
        copy,
        file,
        repair,
        signal: either,
        toolVersion,
        tableOf: ({ survey, kind, query, format, table, ...its }, isRepair) => {
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
            translations: translations(),
            missingCodes,
            // A file says by which version it was written.
            toolVersion: its.toolVersion,
          });
        },
        onProgress: ({ step, responses, share }) =>
          update({ step: stepText(step), responses, share }),
      }),
    );
    await keep(past, file, found);
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

function stepText(step: VerifyProgress["step"]): string {
  switch (step) {
    case "reading":
      return vscode.l10n.t("loading the IDs of the data space");
    case "comparing":
      return vscode.l10n.t("comparing");
    case "repairing":
      return vscode.l10n.t("loading differing responses");
  }
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
