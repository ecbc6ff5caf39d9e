import { exportStep, metadataStep } from "./exportSteps.ts";
import { codebookStep, loadStep, reportStep, structureStep, summaryStep } from "./otherSteps.ts";
import type { StepKind } from "./stepKind.ts";

/** All kinds of steps, in the order in which editors offer them. */
const declared = {
  export: exportStep,
  metadata: metadataStep,
  codebook: codebookStep,
  structure: structureStep,
  summary: summaryStep,
  report: reportStep,
  load: loadStep,
};

export type StepName = keyof typeof declared;

export const stepNames = Object.keys(declared) as StepName[];

export const stepKinds: Readonly<Record<StepName, Omit<StepKind, "schema">>> = declared;
