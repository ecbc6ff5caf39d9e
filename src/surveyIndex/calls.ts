import type { LocalizableText } from "../model/localizable.ts";
import type { Survey, SurveySummary } from "../model/survey.ts";
import type { IndexEntry, IndexKind, IndexedGroup } from "./indexEntries.ts";

/** A survey in a data space. `space` is the data space's mark, which does not reveal its name or address. */
export interface IndexedSurvey {
  readonly space: string;
  readonly surveyId: string;
}

export interface IndexHit extends IndexEntry, IndexedSurvey {
  /** The survey's label. */
  readonly survey: string;
}

export interface IndexQuery {
  /** Marks of the data spaces to search. */
  readonly spaces: readonly string[];
  readonly text: string;
  readonly kinds: readonly IndexKind[];
  /** Maximum number of hits of each kind. */
  readonly limit: number;
}

/** A survey whose structure is not in the index, only its title. */
export interface UnreadSurvey extends IndexedSurvey {
  readonly label: string;
  /** Why the structure could not be read; absent if reading was not tried. */
  readonly fault?: LocalizableText | undefined;
}

/** State of the index for a data space. */
export interface SpaceStatus {
  readonly space: string;
  readonly surveys: number;
  readonly unread: readonly UnreadSurvey[];
}

/** A question with its options. */
export interface IndexedQuestion extends IndexHit {
  readonly options: readonly IndexEntry[];
}

/** A question of another survey, and how similar it is to the one in the query. */
export interface SimilarQuestion {
  readonly question: IndexedQuestion;
  readonly isSameName: boolean;
  /** Similarity of the texts, 0 to 1. */
  readonly textAlike: number;
  /** Share of options that both have, compared by text, 0 to 1; `undefined` if neither question has options. */
  readonly optionsAlike: number | undefined;
  /** Number of options that both have, but with different codes. */
  readonly otherCodes: number;
}

/** Calls that the index's worker answers. */
export interface IndexCalls {
  /**
   * Takes or renews the lease to fill the index, for 30 seconds.
   * @returns false if another holder has it
   */
  takeLease(holder: string): boolean;
  /**
   * Adds surveys of a data space's list.
   * @param round number of this pass over the list
   * @param readBefore epoch milliseconds; structures that were read earlier are to be read again
   * @returns the IDs of surveys whose structure is to be read
   */
  list(
    space: string,
    surveys: readonly SurveySummary[],
    round: number,
    readBefore: number,
  ): readonly string[];
  /** Ends a round whose list was complete, and removes the surveys that were not in it. */
  endList(space: string, round: number): void;
  put(space: string, survey: Survey, groups: readonly IndexedGroup[]): void;
  /** Records that the survey's structure could not be read. */
  fail(survey: IndexedSurvey, fault: LocalizableText): void;
  search(query: IndexQuery): readonly IndexHit[];
  question(survey: IndexedSurvey, name: string): IndexedQuestion | undefined;
  /** Returns questions of other surveys that are similar to this one, the most similar first. */
  similar(
    spaces: readonly string[],
    survey: IndexedSurvey,
    name: string,
  ): readonly SimilarQuestion[];
  status(spaces: readonly string[]): readonly SpaceStatus[];
  /** Removes data spaces whose marks begin with this text ("": all), with every word of their surveys. */
  forget(beginning: string): void;
  /** Returns true once after the index was damaged and had to be created again. */
  wasRebuilt(): boolean;
}
