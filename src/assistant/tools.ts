import { frequencies } from "./frequencies.ts";
import { listDataSpaces, listSurveys } from "./lists.ts";
import { readStructure } from "./readStructure.ts";
import type { Tool } from "./tool.ts";

/** All of them, in the order in which they are listed. */
export const tools: readonly Tool[] = [listDataSpaces, listSurveys, readStructure, frequencies];
