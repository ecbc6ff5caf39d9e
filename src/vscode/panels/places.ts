import * as z from "zod";
import { id, key } from "../../messages/requests/schemas.ts";
import type { ResponsesTab } from "../../messages/responses.ts";
import { localizable } from "../../model/localizable.ts";

/** The tabs of the responses panel, as commands and links name them. */
export const responsesViews = ["table", "summary", "fieldwork"] as const;
export type ResponsesView = (typeof responsesViews)[number];

export function tabOf(view: ResponsesView = "table"): ResponsesTab {
  return view === "table" ? "responses" : view;
}

export function viewOf(tab: ResponsesTab): ResponsesView {
  return tab === "responses" ? "table" : tab;
}

/** Place in a survey's structure or responses that a command or link goes to. */
export interface SurveyPlace {
  readonly collectGroupId?: string | undefined;
  /** Name of a question; in v1 and v2 also its rank. */
  readonly question?: string | undefined;
  readonly view?: ResponsesView | undefined;
  readonly responseId?: string | undefined;
}

export const structurePlace = { question: key.optional() };
export const responsesPlace = {
  ...structurePlace,
  view: z.enum(responsesViews).optional(),
  responseId: id.optional(),
};

/** Returns false if the view cannot show the place: fieldwork has no questions, and only the table has responses. */
export function isInView({ question, view, responseId }: SurveyPlace): boolean {
  return (
    (question === undefined || view !== "fieldwork") &&
    (responseId === undefined || tabOf(view) === "responses")
  );
}

export const notInView = localizable(
  'A "question" needs the view "table" or "summary", a "responseId" the view "table"',
).text;
