import * as z from "zod";
import { apiVersions } from "../model/survey.ts";
import type { CollectGroup, Survey } from "../model/survey.ts";
import { doubts } from "../reader/readWindows.ts";
import type { PageTrail, WindowState } from "../reader/windowState.ts";
import type { NumberedColumn } from "./keptColumns.ts";

/* What stands as JSON in the database of a table. */

const text = z.string().optional();
const count = z.int().nonnegative();
const option = z.object({ name: z.string(), rank: z.number().optional(), label: z.string() });

export const survey: z.ZodType<Survey> = z.object({
  apiVersion: z.enum(apiVersions),
  surveyId: z.string(),
  label: z.string(),
  createdAt: text,
  updatedAt: text,
  questions: z.array(
    z.object({
      name: z.string(),
      rank: z.number().optional(),
      type: text,
      label: z.string(),
      options: z.array(option),
    }),
  ),
  embeddedData: z.array(
    z.object({ name: z.string(), label: text, isCollectable: z.boolean().optional() }),
  ),
  blocks: z
    .array(z.object({ name: z.string(), label: z.string(), questions: z.array(z.string()) }))
    .optional(),
  collectGroups: z
    .array(z.object({ collectGroupId: z.string(), label: z.string(), state: text }))
    .optional(),
});

export const collectGroups: z.ZodType<CollectGroup[]> = z.array(
  z.object({
    collectGroupId: z.string(),
    surveyId: text,
    label: z.string(),
    channel: text,
    state: text,
    targetCnt: z.number().optional(),
    startedAt: text,
    completedAt: text,
    isUsingHmac: z.boolean().optional(),
    createdAt: text,
    updatedAt: text,
  }),
);

export const numberedColumns: z.ZodType<NumberedColumn[]> = z.array(
  z.object({
    number: count,
    column: z.object({
      kind: z.enum(["metadata", "variable", "embedded"]),
      name: z.string(),
      rank: z.number().optional(),
      text: z.string(),
      type: text,
      options: z.array(option),
      block: text,
    }),
  }),
);

const position = z.object({
  startDateTime: text,
  endDateTime: text,
  cursor: text,
  top: z.object({ items: z.number(), print: z.number() }).optional(),
  print: text,
  isAgain: z.boolean().optional(),
  doubt: z.enum(doubts).optional(),
});

export const windowState: z.ZodType<WindowState> = z.object({
  id: z.int(),
  from: text,
  to: text,
  since: text,
  position,
  border: z.object({ time: text, items: z.array(z.string()) }),
  isRead: z.boolean(),
  read: count,
});

export const pageTrail: z.ZodType<PageTrail> = z.object({ position, marks: z.array(z.string()) });
