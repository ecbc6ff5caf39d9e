import type * as z from "zod";
import { publicExport } from "../export/publicResult.ts";
import { exportFacts } from "../jobs/progressSteps.ts";
import { loadSurvey } from "../warehouse/loadSurvey.ts";
import type { loadSchema } from "./otherSchemas.ts";
import type { StepReport, StepContext } from "./stepKind.ts";

export async function runLoadStep(
  step: z.infer<typeof loadSchema>,
  { host, signal, onProgress }: StepContext,
): Promise<StepReport> {
  const { dataSpace, survey: surveyId, connection, schema, table, missingCodes } = step;
  const { fresh = "new" } = step;
  const client = await host.client(dataSpace);
  const { warehouse } = host;
  const loaded = await host.withCopies({ client, surveyId, fresh, signal }, (lent) =>
    loadSurvey({
      ...lent,
      ...{ client, warehouse, surveyId, connection, schema, table, fresh, missingCodes },
      onProgress: (progress) => onProgress(exportFacts(progress, true)),
    }),
  );
  return { result: publicExport(loaded, host.translations), warnings: loaded.warningTexts };
}
