/**
 * Version-neutral types of surveys and collect groups. Names follow API v3: `label` is the title or name of v1 and v2,
 * embedded data are their parameters. An optional field is undefined if the service or the version does not provide it
 * (API.md: "which fields may be absent: not shown"); `versionSupports` tells the two cases apart. Times are the service's
 * text, `YYYY-MM-DDThh:mm:ss` without an offset. Labels of questions and options are HTML; all others are plain text.
 */

export const apiVersions = ["v1", "v2", "v3"] as const;
export type ApiVersion = (typeof apiVersions)[number];

export interface SurveySummary {
  readonly surveyId: string;
  readonly label: string;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface Option {
  /** The code in answers: the name in v3, the rank in v1 and v2. */
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  readonly label: string;
}

export interface Question {
  /** In v1 and v2, whose structure does not name questions, the rank. */
  readonly name: string;
  /** v1 and v2. */
  readonly rank?: number | undefined;
  /** SingleChoice is the only documented value; others are shown as they are. */
  readonly type?: string | undefined;
  readonly label: string;
  readonly options: readonly Option[];
}

/** A field of embedded data; a parameter in v1 and v2. */
export interface EmbeddedField {
  /** The parameterKey of v1 and v2. */
  readonly name: string;
  /** v3. */
  readonly label?: string | undefined;
  /** v1 and v2. */
  readonly isCollectable?: boolean | undefined;
}

export interface Block {
  readonly name: string;
  readonly label: string;
  /** Names of questions, in order. */
  readonly questions: readonly string[];
}

export interface CollectGroupReference {
  readonly collectGroupId: string;
  readonly label: string;
  readonly state?: string | undefined;
}

export interface Survey extends SurveySummary {
  readonly apiVersion: ApiVersion;
  readonly questions: readonly Question[];
  readonly embeddedData: readonly EmbeddedField[];
  /** Undefined if the version does not provide it (v1, v2). */
  readonly blocks?: readonly Block[] | undefined;
  /** Undefined if the version does not provide it (v1, v2). */
  readonly collectGroups?: readonly CollectGroupReference[] | undefined;
}

export interface CollectGroup {
  readonly collectGroupId: string;
  readonly surveyId?: string | undefined;
  readonly label: string;
  /** PUBLIC_LINK is the only documented value; others are shown as they are. */
  readonly channel?: string | undefined;
  /** READY and RUNNING are the documented values; others are shown as they are. */
  readonly state?: string | undefined;
  /** Target number of responses. In v3 only the group's detail has it. */
  readonly targetCnt?: number | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
  readonly isUsingHmac?: boolean | undefined;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}
