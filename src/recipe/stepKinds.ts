import { exportContradictions, exportSchema, metadataSchema } from "./exportSchemas.ts";
import {
  codebookSchema,
  loadSchema,
  ofPreset,
  ofSplit,
  reportSchema,
  structureSchema,
  summarySchema,
} from "./otherSchemas.ts";
import { stepKind, type StepKind } from "./stepKind.ts";

const exporting = async () => (await import("./runExportStep.ts")).runExportStep;
const others = () => import("./runOtherSteps.ts");
const reporting = async () => (await others()).runReportStep;

/** All kinds of steps, in the order in which editors offer them. */
const declared = {
  export: stepKind(exportSchema, exporting, (raw) => exportContradictions("responses", raw)),
  metadata: stepKind(metadataSchema, exporting, (raw) => exportContradictions("metadata", raw)),
  codebook: stepKind(codebookSchema, async () => (await others()).runCodebookStep, ofPreset),
  structure: stepKind(structureSchema, async () => (await others()).runStructureStep),
  summary: stepKind(summarySchema, reporting),
  report: stepKind(reportSchema, reporting, ofSplit),
  load: stepKind(loadSchema, async () => (await import("./runLoadStep.ts")).runLoadStep),
};

type StepName = keyof typeof declared;

export const stepNames = Object.keys(declared) as StepName[];

export const stepKinds: Readonly<Record<StepName, Omit<StepKind, "schema">>> = declared;
