import {
  codebookSchema,
  loadSchema,
  ofPreset,
  ofSplit,
  reportSchema,
  structureSchema,
  summarySchema,
} from "./otherSchemas.ts";
import { stepKind } from "./stepKind.ts";

export const structureStep = stepKind(structureSchema, async (step, context) =>
  (await import("./runOtherSteps.ts")).runStructureStep(step, context),
);

export const codebookStep = stepKind(
  codebookSchema,
  async (step, context) => (await import("./runOtherSteps.ts")).runCodebookStep(step, context),
  ofPreset,
);

export const summaryStep = stepKind(summarySchema, async (step, context) =>
  (await import("./runOtherSteps.ts")).runReportStep(step, context),
);

export const reportStep = stepKind(
  reportSchema,
  async (step, context) => (await import("./runOtherSteps.ts")).runReportStep(step, context),
  ofSplit,
);

export const loadStep = stepKind(loadSchema, async (step, context) =>
  (await import("./runLoadStep.ts")).runLoadStep(step, context),
);
