import type { LocalizableText } from "../model/localizable.ts";
import type { CollectGroup, Survey, SurveySummary } from "../model/survey.ts";
import type { IndexEntry, IndexKind } from "./indexEntries.ts";

/** A survey in a data space, which is known by a mark: neither name nor address can be read from it. */
export interface IndexedSurvey {
  readonly space: string;
  readonly surveyId: string;
}

export interface IndexHit extends IndexEntry, IndexedSurvey {
  /** Label of the survey. */
  readonly survey: string;
}

export interface IndexQuery {
  /** Those that are looked through. */
  readonly spaces: readonly string[];
  readonly text: string;
  readonly kinds: readonly IndexKind[];
  /** Of each kind. */
  readonly limit: number;
}

/** A survey of which only the title is known. */
export interface UnreadSurvey extends IndexedSurvey {
  readonly label: string;
  /** Why it could not be read; absent where it was not tried. */
  readonly fault?: LocalizableText | undefined;
}

/** What is known of a data space. */
export interface SpaceStatus {
  readonly space: string;
  readonly surveys: number;
  readonly unread: readonly UnreadSurvey[];
}

/** A question with its options, as entries. */
export interface IndexedQuestion extends IndexHit {
  readonly options: readonly IndexEntry[];
}

/** A question of another survey, and how much it is like the one that was asked about. */
export interface SimilarQuestion {
  readonly question: IndexedQuestion;
  readonly isSameName: boolean;
  /** Share of the texts, from 0 to 1. */
  readonly textAlike: number;
  /** Share of the options by their texts, from 0 to 1; absent where neither question has any. */
  readonly optionsAlike: number | undefined;
  /** Options of the same text that have another code. */
  readonly otherCodes: number;
}

/** What the index is asked, from outside of its worker. */
export interface IndexCalls {
  /** For 30 seconds nobody else fills the index. @returns whether it is the holder's turn */
  takeLease(holder: string): boolean;
  /**
   * Takes surveys of the list.
   * @param round a number of this pass over the list
   * @returns those whose structure is to be read
   */
  list(
    space: string,
    surveys: readonly SurveySummary[],
    round: number,
    readBefore: number,
  ): readonly string[];
  /** The list of this round was whole: what was not in it is gone. */
  endList(space: string, round: number): void;
  put(
    space: string,
    survey: Survey,
    groups: readonly Pick<CollectGroup, "collectGroupId" | "label">[],
  ): void;
  /** The structure could not be read. */
  fail(survey: IndexedSurvey, fault: LocalizableText): void;
  search(query: IndexQuery): readonly IndexHit[];
  question(survey: IndexedSurvey, name: string): IndexedQuestion | undefined;
  /** Questions of other surveys that are like this one, the most alike first. */
  similar(
    spaces: readonly string[],
    survey: IndexedSurvey,
    name: string,
  ): readonly SimilarQuestion[];
  status(spaces: readonly string[]): readonly SpaceStatus[];
  /** Removes data spaces whose marks begin so, or all, and every word of them. */
  forget(beginning: string): void;
  /** Whether what was there could not be read and the index was begun anew, since this was asked last. */
  wasRebuilt(): boolean;
}
