import type { SignIn } from "../../model/errors.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import type { CellMode } from "../../model/responseView.ts";
import type { CollectGroup, SurveySummary } from "../../model/survey.ts";
import type { ResponseFacts } from "../../reader/rawResponse.ts";
import type { StepDraft } from "../../recipe/writtenStep.ts";
import type { SurveyPlace } from "../panels/places.ts";

/** A node of the Surveys view. A node is data; the TreeItem is made from it apart (item.ts). */
export type TreeNode =
  | { readonly kind: "dataSpace"; readonly dataSpace: string }
  | { readonly kind: "survey"; readonly dataSpace: string; readonly survey: SurveySummary }
  /** Surveys of a month ("2026-11", "" without a time); how many is no part of it, as they come page by page. */
  | { readonly kind: "month"; readonly dataSpace: string; readonly month: string }
  /** A pinned survey that the data space has no longer. */
  | { readonly kind: "gone"; readonly dataSpace: string; readonly survey: SurveySummary }
  /** Further pages are being read. */
  | { readonly kind: "loading"; readonly dataSpace: string }
  | {
      readonly kind: "collectGroup";
      readonly dataSpace: string;
      readonly surveyId: string;
      readonly group: CollectGroup;
    }
  | { readonly kind: "more"; readonly dataSpace: string }
  | { readonly kind: "signIn"; readonly dataSpace: string }
  /** Nothing there, said in words. */
  | {
      readonly kind: "nothing";
      readonly dataSpace: string;
      readonly surveyId?: string;
      readonly text: string;
      /** The command that shows what a filter may hide. */
      readonly shows?: "showAll" | "clearFilter" | undefined;
    }
  /** What failed below a data space or a survey; Retry reads it again. */
  | {
      readonly kind: "failure";
      readonly dataSpace: string;
      readonly surveyId?: string;
      readonly message: string;
      readonly signIn: SignIn | undefined;
    }
  /** What is shown below was kept on this machine, as the service cannot be reached. */
  | {
      readonly kind: "offline";
      readonly dataSpace: string;
      readonly surveyId?: string;
      /** Epoch milliseconds. */
      readonly readAt: number;
    }
  /** An entry of the settings that cannot be used. */
  | { readonly kind: "problem"; readonly name: string; readonly message: string };

/** What a panel shows, as the thing that a command of that panel is about. */
export interface PanelSelection {
  readonly kind: "panel";
  readonly dataSpace: string;
  readonly survey: SurveySummary;
  readonly filter: ResponseFilter;
  /** What its cells say; absent where it has none. */
  readonly cells?: CellMode | undefined;
  /** Key of the question's column, where it is about one. */
  readonly question?: string | undefined;
  /** Where the survey is to be opened; absent: where it was looked at last. */
  readonly place?: SurveyPlace | undefined;
}

/** One response in a panel. */
export interface ResponseSelection {
  readonly kind: "response";
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly response: ResponseFacts;
  /** Its JSON, as the service sent it. */
  readonly json: Uint8Array;
}

/** An export of the Exports view. */
export interface ExportSelection {
  readonly kind: "export";
  readonly dataSpace: string;
  readonly file: string;
}

/** An export of a whole data space that was not finished. */
export interface DataSpaceExportSelection {
  readonly kind: "dataSpaceExport";
  readonly dataSpace: string;
  readonly surveyIds?: string[] | undefined;
  readonly directory: string;
}

/** A link that was followed. */
export interface FollowedLink {
  readonly kind: "link";
  readonly link: string;
}

/** A recipe, or a step of one. */
export interface RecipeSelection {
  readonly kind: "recipe";
  /** Address of the document, as text. */
  readonly uri: string;
  /** From 1. */
  readonly step?: number | undefined;
}

/** What is to become a step of a recipe. */
export interface StepSelection {
  readonly kind: "recipeStep";
  readonly draft: StepDraft;
}

/** Where a person started a command, if not from the palette. */
export type Clicked =
  | TreeNode
  | PanelSelection
  | ResponseSelection
  | ExportSelection
  | DataSpaceExportSelection
  | FollowedLink
  | RecipeSelection
  | StepSelection;

const kinds: Readonly<Record<Clicked["kind"], true>> = {
  panel: true,
  response: true,
  export: true,
  dataSpaceExport: true,
  link: true,
  recipe: true,
  recipeStep: true,
  dataSpace: true,
  survey: true,
  month: true,
  gone: true,
  loading: true,
  collectGroup: true,
  more: true,
  signIn: true,
  nothing: true,
  failure: true,
  offline: true,
  problem: true,
};

/** Whether a command was given what was clicked, by our own views, rather than an argument of the public contract. */
export function isClicked(value: unknown): value is Clicked {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    typeof value.kind === "string" &&
    Object.hasOwn(kinds, value.kind)
  );
}

/** Made from the server's ids and the parents, never from labels or positions. */
export function nodeId(node: TreeNode): string {
  switch (node.kind) {
    case "dataSpace":
      return JSON.stringify([node.dataSpace]);
    case "survey":
      return JSON.stringify([node.dataSpace, node.survey.surveyId]);
    case "collectGroup":
      return JSON.stringify([node.dataSpace, node.surveyId, node.group.collectGroupId]);
    case "month":
      return JSON.stringify([node.dataSpace, null, node.kind, node.month]);
    case "gone":
      return JSON.stringify([node.dataSpace, node.survey.surveyId, node.kind, null]);
    case "nothing":
    case "failure":
    case "offline":
      return JSON.stringify([node.dataSpace, node.surveyId ?? null, node.kind, null]);
    case "loading":
    case "more":
    case "signIn":
      return JSON.stringify([node.dataSpace, null, node.kind, null]);
    case "problem":
      return JSON.stringify([null, node.name, node.message, null]);
  }
}
