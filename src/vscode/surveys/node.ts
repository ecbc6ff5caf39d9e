import type { PanelSubject } from "../../messages/panel.ts";
import type { SignIn } from "../../model/errors.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import type { CellMode } from "../../model/responseView.ts";
import type { CollectGroup, SurveySummary } from "../../model/survey.ts";
import type { ResponseFacts } from "../../reader/rawResponse.ts";
import type { StepDraft } from "../../recipe/writtenStep.ts";
import type { SurveyPlace } from "../panels/places.ts";

/** A node of the Surveys view, as plain data. `treeItem` (item.ts) makes the TreeItem of it. */
export type TreeNode =
  | { readonly kind: "dataSpace"; readonly dataSpace: string }
  | { readonly kind: "survey"; readonly dataSpace: string; readonly survey: SurveySummary }
  /** Surveys of a month ("2026-11", "" without a time). Their number is not included: it grows page by page. */
  | { readonly kind: "month"; readonly dataSpace: string; readonly month: string }
  /** A pinned survey that the data space does not have any more. */
  | { readonly kind: "gone"; readonly dataSpace: string; readonly survey: SurveySummary }
  /** Shown while further pages are being read. */
  | { readonly kind: "loading"; readonly dataSpace: string }
  | {
      readonly kind: "collectGroup";
      readonly dataSpace: string;
      readonly surveyId: string;
      readonly group: CollectGroup;
    }
  | { readonly kind: "more"; readonly dataSpace: string }
  | { readonly kind: "signIn"; readonly dataSpace: string }
  /** Text in an empty place. */
  | {
      readonly kind: "nothing";
      readonly dataSpace: string;
      readonly surveyId?: string;
      readonly text: string;
      /** Command that removes the filter, if a filter may be the reason. */
      readonly shows?: "showAll" | "clearFilter" | undefined;
    }
  /** A failed read of what is below a data space or a survey. Retry repeats it. */
  | {
      readonly kind: "failure";
      readonly dataSpace: string;
      readonly surveyId?: string;
      readonly message: string;
      readonly signIn: SignIn | undefined;
    }
  /** Says that the rows come from an offline copy, because the service cannot be reached. */
  | {
      readonly kind: "offline";
      readonly dataSpace: string;
      readonly surveyId?: string;
      /** Time of the offline copy, epoch milliseconds. */
      readonly readAt: number;
    }
  /** An invalid entry of the setting `surveyExplorer.dataSpaces`. */
  | { readonly kind: "problem"; readonly name: string; readonly message: string };

/** What a panel shows, for commands that are started in the panel. */
export interface PanelSelection {
  readonly kind: "panel";
  readonly dataSpace: string;
  readonly survey: SurveySummary;
  readonly filter: ResponseFilter;
  /** What the cells show; `undefined` if the panel has no cells. */
  readonly cells?: CellMode | undefined;
  /** Key of the question's column, if the command is about one question. */
  readonly question?: string | undefined;
  /** Place in the survey to open; `undefined` if the command is about no particular place. */
  readonly place?: SurveyPlace | undefined;
}

/** Returns a survey as a panel shows it, for a command that is about the survey or a place in it. */
export function surveySelection(
  { dataSpace, surveyId, label = surveyId }: PanelSubject,
  place?: SurveyPlace,
): PanelSelection {
  return { kind: "panel", dataSpace, survey: { surveyId, label }, filter: {}, place };
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

/** An unfinished export of a whole data space. */
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
  /** Number of the step, from 1; `undefined` for the whole recipe. */
  readonly step?: number | undefined;
}

/** A draft of a recipe's step. */
export interface StepSelection {
  readonly kind: "recipeStep";
  readonly draft: StepDraft;
}

/** What a person started a command on, if not from the palette. */
export type CommandSource =
  | TreeNode
  | PanelSelection
  | ResponseSelection
  | ExportSelection
  | DataSpaceExportSelection
  | FollowedLink
  | RecipeSelection
  | StepSelection;

const kinds: Readonly<Record<CommandSource["kind"], true>> = {
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

/** Returns true if a command's argument comes from our own views, false if it is one of the public contract. */
export function isClicked(value: unknown): value is CommandSource {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    typeof value.kind === "string" &&
    Object.hasOwn(kinds, value.kind)
  );
}

/** Returns the node's ID, made from the service's IDs and the parents, never from labels or positions. */
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
