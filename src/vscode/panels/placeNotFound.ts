import { SurveyError } from "../../model/errors.ts";
import { listed, localizable, type LocalizableText } from "../../model/localizable.ts";
import { nearNames } from "../../model/nearNames.ts";

/** A panel was opened, but does not have the place that it was to go to. The panel itself does not show this error. */
export class PlaceNotFoundError extends SurveyError {
  constructor(text: LocalizableText) {
    super("not-found", text);
  }
}

/** @param names names of the survey's questions */
export function noQuestion(question: string, names: Iterable<string>): PlaceNotFoundError {
  const near = nearNames(question, names);
  return new PlaceNotFoundError(
    near.length === 0
      ? localizable('The survey has no question "{0}".', question)
      : localizable(
          'The survey has no question "{0}". Similar names: {1}.',
          question,
          listed(near),
        ),
  );
}
