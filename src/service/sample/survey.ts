import type { Person, SampleOption, SampleQuestion } from "./questions.ts";

/** A survey of the sample, from which its structure and its responses are made. */
export interface SampleSurvey {
  /** Two letters or digits of its own, from which its ids and its answers are made. */
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
  /** Share of people whom a first question turns away. */
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
  /** The values that have a label. */
  readonly options?: readonly SampleOption[];
  readonly value: (person: Person, index: number) => string;
}

interface SampleGroup {
  readonly label: string;
  readonly channel: string;
  readonly state: string;
  /** How many of the responses, as a weight. */
  readonly weight: number;
  readonly targetCnt?: number;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly isUsingHmac?: boolean;
}
