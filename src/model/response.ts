import type { MetadataName } from "./metadataColumns.ts";
import type { Option } from "./survey.ts";

/** A response without its answers. Names follow API v3; times are the service's text. */
export type ResponseMetadata = Readonly<Partial<Record<MetadataName, string | undefined>>>;

export interface Answer {
  /**
   * The option's code (in v1 and v2 its rank), or the text or number itself if the question has no options. A number of v1
   * or v2 that JavaScript represents exactly is its shortest text. Of others all digits are kept, except in pages that are
   * parsed whole.
   */
  readonly value: string;
  /** Free text given with an "other" option. */
  readonly etcValue?: string | undefined;
}

/** The answers to a question. */
export interface Variable {
  /** In v1 and v2, the rank as text if the answer has no name. */
  readonly name: string;
  /** v1 and v2: identifies the question. */
  readonly rank?: number | undefined;
  readonly type?: string | undefined;
  /** HTML. */
  readonly label?: string | undefined;
  readonly options: readonly Option[];
  readonly answer: readonly Answer[];
}

/** A value of embedded data, or of a parameter in v1 and v2, which have no labels for values. */
export interface EmbeddedValue {
  readonly name: string;
  readonly value?: string | undefined;
  readonly valueLabel?: string | undefined;
}

export interface Response extends ResponseMetadata {
  readonly embeddedData: readonly EmbeddedValue[];
  readonly variables: readonly Variable[];
}

/** Returns metadata as a response without answers. */
export function withoutAnswers(metadata: ResponseMetadata): Response {
  return { ...metadata, embeddedData: [], variables: [] };
}
