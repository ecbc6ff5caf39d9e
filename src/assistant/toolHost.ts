import type { SurveyClient } from "../client/surveyClient.ts";
import type { JobHost } from "../jobs/jobHost.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { ToolName } from "./toolNames.ts";

/** What an assistant may be told about a data space. Each level includes those before it. */
export const sharedLevels = ["nothing", "structure", "figures", "texts"] as const;
export type SharedLevel = (typeof sharedLevels)[number];

/** A data space as tools list it. */
export interface SharedSpace {
  readonly name: string;
  readonly version: ApiVersion;
  readonly isSignedIn: boolean;
  readonly level: SharedLevel;
}

/** A question found by its text or name. */
export interface FoundQuestion {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly survey: string;
  readonly question: string;
  readonly label: string;
  /** The option that matches, if it was not the question. */
  readonly option?: { readonly code: string; readonly label: string } | undefined;
}

export interface FoundQuestions {
  readonly found: readonly FoundQuestion[];
  /** True if there are more than those found. */
  readonly isCut: boolean;
  /** Data spaces and surveys that were not searched, and why. */
  readonly unread: readonly {
    readonly dataSpace: string;
    readonly surveyId?: string | undefined;
    readonly reason: LocalizableText;
  }[];
}

/** What a person is asked for consent to: sharing texts that respondents wrote. */
export interface TextsRequest {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly survey: string;
  readonly question: string;
  /** Number of texts. */
  readonly texts: number;
}

/** An entry in the person's log of what was shared. Contains neither answers nor figures. */
export interface SharedEntry {
  readonly tool: ToolName;
  readonly dataSpace?: string | undefined;
  readonly surveyId?: string | undefined;
  readonly what: string;
}

/** What tools need from where they run: the editor, or a server of the Model Context Protocol. */
export interface ToolHost extends Pick<JobHost, "withTable" | "translations" | "toolVersion"> {
  /** @throws SurveyError "unknown-data-space", "signed-out" */
  client(dataSpace: string): Promise<SurveyClient>;
  dataSpaces(): Promise<readonly SharedSpace[]>;
  /** Counts below this number are withheld. */
  readonly leastCount: number;
  /**
   * Folder that records what was told of surveys, so that later answers cannot be combined with it to reveal small counts.
   * Hosts that share copies share this folder, even across processes. It is created if it is missing.
   */
  readonly disclosureFolder: string;
  missingCodes(dataSpace: string, surveyId: string): Promise<MissingCodes>;
  findQuestions(
    text: string,
    dataSpaces: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundQuestions>;
  /** Asks the person for consent, once for each survey. */
  allowsTexts(request: TextsRequest, signal: AbortSignal): Promise<boolean>;
  /**
   * The host checks what the person allows for the data spaces in the recipe.
   * @throws SurveyError if the host has no recipes, or the step fails
   */
  runRecipe(file: string, step: string | undefined, signal: AbortSignal): Promise<object>;
  shared(entry: SharedEntry): void;
}
