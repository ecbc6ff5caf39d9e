import type { SampleSurvey } from "./survey.ts";
import { customerSurveys } from "./surveys/customers.ts";
import { koreanSurveys } from "./surveys/korean.ts";
import { publicSurveys } from "./surveys/public.ts";
import { shortSurveys } from "./surveys/short.ts";
import { workSurveys } from "./surveys/work.ts";

export const sampleSurveys: readonly SampleSurvey[] = [
  ...customerSurveys,
  ...koreanSurveys,
  ...publicSurveys,
  ...shortSurveys,
  ...workSurveys,
];
