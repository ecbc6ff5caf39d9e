import { exportContradictions, exportSchema, metadataSchema } from "./exportSchemas.ts";
import { stepKind } from "./stepKind.ts";

export const exportStep = stepKind(
  exportSchema,
  async (step, context) => (await import("./runExportStep.ts")).runExportStep(step, context),
  (raw) => exportContradictions("responses", raw),
);

export const metadataStep = stepKind(
  metadataSchema,
  async (step, context) => (await import("./runExportStep.ts")).runExportStep(step, context),
  (raw) => exportContradictions("metadata", raw),
);
