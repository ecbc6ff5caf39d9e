import type { SurveyClient } from "../client/surveyClient.ts";
import type { JobHost } from "../jobs/jobHost.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { ToolName } from "./toolNames.ts";

/** What an assistant may be told of a data space; each has what stands before it, too. */
export const sharedLevels = ["nothing", "structure", "figures", "texts"] as const;
export type SharedLevel = (typeof sharedLevels)[number];

/** A data space as tools name it. */
export interface SharedSpace {
  readonly name: string;
  readonly version: ApiVersion;
  readonly isSignedIn: boolean;
  readonly level: SharedLevel;
}

/** A question that was found by its text or name. */
export interface FoundQuestion {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly survey: string;
  readonly question: string;
  readonly label: string;
  /** Of an option that has the text. */
  readonly option?: { readonly code: string; readonly label: string } | undefined;
}

export interface FoundQuestions {
  readonly found: readonly FoundQuestion[];
  /** What was not searched, and why. */
  readonly unread: readonly {
    readonly dataSpace: string;
    readonly surveyId?: string | undefined;
    readonly reason: LocalizableText;
  }[];
}

/** What a person is asked before answers of people are handed on. */
export interface TextsRequest {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly survey: string;
  readonly question: string;
  /** How many texts there are. */
  readonly texts: number;
}

/** What was handed on, for the person's log: never answers, nor figures. */
export interface SharedEntry {
  readonly tool: ToolName;
  readonly dataSpace?: string | undefined;
  readonly surveyId?: string | undefined;
  readonly what: string;
}

/** What tools need of the door that they come through: the editor, or a server of the Model Context Protocol. */
export interface ToolHost extends Pick<JobHost, "withTable" | "translations" | "toolVersion"> {
  /** @throws SurveyError "unknown-data-space", "signed-out" */
  client(dataSpace: string): Promise<SurveyClient>;
  dataSpaces(): Promise<readonly SharedSpace[]>;
  /** Counts below it are not told. */
  readonly leastCount: number;
  /**
   * Folder in which it stands what was told of surveys, so that nothing more can be told from which the rest follows. Doors
   * that share their copies share this folder, whichever process they are in; it is made where it is missing.
   */
  readonly toldFolder: string;
  missingCodes(dataSpace: string, surveyId: string): Promise<MissingCodes>;
  findQuestions(
    text: string,
    dataSpaces: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundQuestions>;
  /** Asks the person, once for a survey. */
  allowsTexts(request: TextsRequest, signal: AbortSignal): Promise<boolean>;
  /**
   * What a person allows of the data spaces that the recipe names is for the door to see to.
   * @throws SurveyError where the door has no recipes, or the step fails
   */
  runRecipe(file: string, step: string | undefined, signal: AbortSignal): Promise<object>;
  shared(entry: SharedEntry): void;
}
