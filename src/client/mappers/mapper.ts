import type * as z from "zod";
import { issueText } from "../../model/issueText.ts";
import { inEnglish, type LocalizableText } from "../../model/localizable.ts";
import type { Response, ResponseMetadata } from "../../model/response.ts";
import type { CollectGroup, Survey, SurveySummary } from "../../model/survey.ts";
import type { VersionProtocol } from "../../protocol/operation.ts";
import type { CallInputs } from "../address.ts";
import type { MetadataQuery, PageRequest, ResponseQuery, SurveyQuery } from "../queries.ts";

/** How one version spells the inputs of calls and the answers. */
export interface VersionMapper {
  readonly protocol: VersionProtocol;
  readonly inputs: {
    listSurveys(query: SurveyQuery & PageRequest): CallInputs;
    responses(surveyId: string, query: ResponseQuery & PageRequest): CallInputs;
    metadata(surveyId: string, query: MetadataQuery & PageRequest): CallInputs;
  };
  readonly surveySummary: Decoder<SurveySummary>;
  readonly survey: Decoder<Survey>;
  readonly collectGroupListItem: Decoder<CollectGroup>;
  readonly collectGroup: Decoder<CollectGroup>;
  readonly response: Decoder<Response>;
  readonly metadata: Decoder<ResponseMetadata>;
  readonly factFields: FactFields;
  /** Returns an item's JSON such that parsing it does not change the digits of values. */
  readonly exactItem: (item: Uint8Array) => Uint8Array;
  /**
   * Creates a faster decoder for many responses of a survey. It returns `undefined` for those that `response` must decode.
   */
  readonly createQuick?: () => (item: Uint8Array) => Response | undefined;
}

/** Maps a wire value to the model. Throws a FieldError if a field that is used has a wrong type. */
export type Decoder<T> = (value: unknown) => T;

/** Names of the fields with an item's ID, time and collect group. */
export interface FactFields {
  /** `undefined` if the version's items have none. */
  readonly id?: string | undefined;
  readonly finishedAt: string;
  readonly collectGroupId: string;
}

/** Thrown for a field of an answer that does not fit. */
export class FieldError extends Error {
  /** Names and indexes that lead to the field; empty for the value itself. */
  readonly path: readonly PropertyKey[];

  readonly text: LocalizableText;

  constructor(path: readonly PropertyKey[], text: LocalizableText) {
    super(inEnglish(text));
    this.name = "FieldError";
    this.path = path;
    this.text = text;
  }
}

/**
 * Returns a decoder that checks a value with the wire schema, then maps it.
 * @param fits for values that come by the thousand: tells quickly of most of them that the schema accepts them unchanged
 */
export function decoder<S extends z.ZodType, T>(
  schema: S,
  map: (wire: z.output<S>) => T,
  fits?: (value: unknown) => value is z.output<S>,
): Decoder<T> {
  return (value) => {
    if (fits?.(value) === true) {
      return map(value);
    }
    const result = schema.safeParse(value);
    if (!result.success) {
      const issue = result.error.issues[0];
      throw new FieldError(issue?.path ?? [], issueText(issue));
    }
    return map(result.data);
  };
}
