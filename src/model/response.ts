import type { Option } from "./survey.ts";

/** What is known of a response without its answers. Names follow API v3; times are the service's text. */
export interface ResponseMetadata {
  /** v1 and v2 responses have no id of their own. */
  readonly responseId?: string | undefined;
  readonly parameterUid?: string | undefined;
  readonly serial?: string | undefined;
  readonly collectGroupId?: string | undefined;
  /** COMPLETED is the only documented value; others are shown as they are. */
  readonly completedStatus?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
}

export interface Answer {
  /** The option's code, or the text or number itself where the question has no options. */
  readonly value: string;
  /** Free text given with an "other" option. */
  readonly etcValue?: string | undefined;
}

export interface Variable {
  readonly name: string;
  readonly type?: string | undefined;
  /** HTML. */
  readonly label?: string | undefined;
  readonly options: readonly Option[];
  readonly answer: readonly Answer[];
}

export interface EmbeddedValue {
  readonly name: string;
  readonly value?: string | undefined;
  readonly valueLabel?: string | undefined;
}

export interface Response extends ResponseMetadata {
  readonly embeddedData: readonly EmbeddedValue[];
  readonly variables: readonly Variable[];
}
