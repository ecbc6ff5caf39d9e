import { SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
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

/** What fills the tables is handed in by the door: see `StepContext`. */
export const loadStep = stepKind(loadSchema, async (step, context) => {
  const { load } = context;
  if (!load) {
    throw new SurveyError(
      "invalid-input",
      localizable("This version of Survey Explorer cannot load into a database. Update it."),
    );
  }
  return load(step, context);
});
