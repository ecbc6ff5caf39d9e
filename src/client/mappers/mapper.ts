import type * as z from "zod";
import { issueText } from "../../model/issueText.ts";
import { inEnglish, type LocalizableText } from "../../model/localizable.ts";
import type { Response, ResponseMetadata } from "../../model/response.ts";
import type { CollectGroup, Survey, SurveySummary } from "../../model/survey.ts";
import type { VersionProtocol } from "../../protocol/operation.ts";
import type { CallInputs } from "../address.ts";
import type { MetadataQuery, PageRequest, ResponseQuery, SurveyQuery } from "../queries.ts";

/** One version's spelling of everything: inputs on their way out, answers on their way in. */
export interface VersionMapper {
  readonly protocol: VersionProtocol;
  readonly inputs: {
    listSurveys(query: SurveyQuery & PageRequest): CallInputs;
    ofSurvey(surveyId: string): CallInputs;
    ofCollectGroup(collectGroupId: string): CallInputs;
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
  /** An item's JSON so that parsing it changes no digit of a number that is a value. */
  readonly exactItem: (item: Uint8Array) => Uint8Array;
  /** For many responses of a survey: decodes most of them in less time; `undefined` where `response` has to. */
  readonly createQuick?: () => (item: Uint8Array) => Response | undefined;
}

/** Makes the model's shape of a wire value. Throws a FieldError where a field that is used has a wrong type. */
export type Decoder<T> = (value: unknown) => T;

/** The fields in which an item of a page of responses or metadata says what it is. */
export interface FactFields {
  /** Absent where the version's items have none. */
  readonly id?: string | undefined;
  readonly finishedAt: string;
  readonly collectGroupId: string;
}

/** A field of an answer that does not fit. */
export class FieldError extends Error {
  /** Names and positions on the way to the field; empty for the value itself. */
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
 * Checks with the wire schema, then maps.
 * @param fits for what comes by the thousand: says quickly of most values that the schema takes them as they are
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
