import { crossTable } from "./crossTable.ts";
import { fieldwork } from "./fieldwork.ts";
import { findQuestion } from "./findQuestion.ts";
import { frequencies } from "./frequencies.ts";
import { listDataSpaces, listSurveys } from "./lists.ts";
import { openAnswers } from "./openAnswers.ts";
import { readStructure } from "./readStructure.ts";
import { runRecipe } from "./runRecipe.ts";
import { statistics } from "./statistics.ts";
import type { Tool } from "./tool.ts";

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  listDataSpaces,
  listSurveys,
  findQuestion,
  readStructure,
  frequencies,
  statistics,
  crossTable,
  fieldwork,
  openAnswers,
  runRecipe,
];
