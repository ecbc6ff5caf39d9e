import type * as z from "zod";
import { formOf } from "../export/exportForm.ts";
import { exportRequest, type ExportRequest } from "../export/exportRequest.ts";
import { publicExport, publicVerification } from "../export/publicResult.ts";
import { comparisonText } from "../jobs/comparisonText.ts";
import { exportJob } from "../jobs/exportJob.ts";
import { verifyJob } from "../jobs/verifyJob.ts";
import { SurveyError } from "../model/errors.ts";
import type { exportSchema, metadataSchema } from "./exportSchemas.ts";
import type { StepReport, StepContext } from "./stepKind.ts";

type ExportStep = z.infer<typeof exportSchema> | z.infer<typeof metadataSchema>;

/** Runs an export step. Defaults do not depend on the settings of this machine: a recipe writes the same everywhere. */
export async function runExportStep(step: ExportStep, context: StepContext): Promise<StepReport> {
  const request = await requestOf(step, context);
  const { host, signal, onProgress } = context;
  const exported = await exportJob(host, {
    request,
    // Resume an earlier run of the same export; begin anew if another export left something.
    resume: "fitting",
    missingCodes: step.missingCodes,
    signal,
    onProgress,
  });
  const result = publicExport(exported, host.translations);
  const warnings = exported.warningTexts;
  if (step.verify !== true) {
    return { result, warnings };
  }
  const { dataSpace, file } = request;
  const found = await verifyJob(host, { dataSpace, file, signal, onProgress });
  return {
    result: { ...result, verification: publicVerification(found) },
    warnings,
    failure: found.ok ? undefined : new SurveyError("incomplete", comparisonText(file, found)),
  };
}

async function requestOf(
  step: ExportStep,
  { pathOf, targetOf }: StepContext,
): Promise<ExportRequest> {
  const since = "since" in step && step.since !== undefined ? await pathOf(step.since) : undefined;
  return exportRequest.parse({
    ...step,
    surveyId: step.survey,
    kind: step.kind === "export" ? "responses" : "metadata",
    query: step,
    file: await targetOf(step.file),
    form: formOf(step.format, step),
    since,
  });
}
