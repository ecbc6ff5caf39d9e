import type * as z from "zod";
import { exportSurvey } from "../export/exportSurvey.ts";
import { writeTextFile } from "../export/textFile.ts";
import { codebookJob } from "../jobs/codebookJob.ts";
import { reportJob } from "../jobs/reportJob.ts";
import { localizable } from "../model/localizable.ts";
import type {
  codebookSchema,
  reportSchema,
  structureSchema,
  summarySchema,
} from "./otherSchemas.ts";
import type { StepReport, StepContext } from "./stepKind.ts";

export async function runStructureStep(
  { dataSpace, survey: surveyId, file: named, overwrite }: z.infer<typeof structureSchema>,
  { host, signal, targetOf }: StepContext,
): Promise<StepReport> {
  const file = await targetOf(named);
  const client = await host.client(dataSpace);
  const { toolVersion } = host;
  const written = await exportSurvey({ client, surveyId, file, overwrite, signal, toolVersion });
  return { result: { ...written } };
}

export async function runCodebookStep(
  step: z.infer<typeof codebookSchema>,
  { host, signal, targetOf }: StepContext,
): Promise<StepReport> {
  const { dataSpace, survey: surveyId, format, preset, layout, cells, missingCodes } = step;
  const file = await targetOf(step.file);
  const bytes = await writeTextFile(file, step.overwrite ?? false, () =>
    codebookJob(host, {
      dataSpace,
      surveyId,
      format,
      preset,
      preferred: { layout, cells },
      missingCodes,
      signal,
    }),
  );
  return { result: { file, bytes } };
}

export async function runReportStep(
  step: z.infer<typeof summarySchema> | z.infer<typeof reportSchema>,
  { host, signal, targetOf, onProgress }: StepContext,
): Promise<StepReport> {
  const file = await targetOf(step.file);
  const { dataSpace, survey: surveyId, missingCodes } = step;
  const bytes = await writeTextFile(file, step.overwrite ?? false, () =>
    reportJob(host, {
      dataSpace,
      surveyId,
      asked: step,
      missingCodes,
      signal,
      onLoaded: (responses) => onProgress({ step: localizable("loading"), responses }),
      onColumns: (columns, all) =>
        onProgress({
          step: localizable("{0} of {1} columns", columns, all),
          share: columns / Math.max(1, all),
        }),
    }),
  );
  return { result: { file, bytes } };
}
