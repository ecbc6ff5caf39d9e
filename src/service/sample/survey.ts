import type { Person, SampleOption, SampleQuestion } from "./questions.ts";

/** Description of a survey of the sample, from which its structure and its responses are generated. */
export interface SampleSurvey {
  /** Two letters or digits, unique in the sample: part of its ids, and the seed of its answers. */
  readonly code: string;
  readonly label: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly blocks: readonly SampleBlock[];
  readonly embeddedData: readonly SampleField[];
  readonly collectGroups: readonly SampleGroup[];
  readonly responses: number;
  readonly fieldwork: { readonly firstDay: string; readonly days: number };
  /** Mean answering time in seconds. */
  readonly seconds: number;
  /** Share of people who are screened out after the first question, from 0 to 1. Default: 0. */
  readonly screenedOut?: number;
}

interface SampleBlock {
  readonly name: string;
  readonly label: string;
  readonly questions: readonly SampleQuestion[];
}

export interface SampleField {
  readonly name: string;
  readonly label: string;
  /** The values with a label. */
  readonly options?: readonly SampleOption[];
  readonly value: (person: Person, index: number) => string;
}

interface SampleGroup {
  readonly label: string;
  readonly channel: string;
  readonly state: string;
  /** Relative share of the responses. */
  readonly weight: number;
  readonly targetCnt?: number;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly isUsingHmac?: boolean;
}
