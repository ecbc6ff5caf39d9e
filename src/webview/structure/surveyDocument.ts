import { lazy } from "../../model/lazy.ts";
import type { Question, Survey } from "../../model/survey.ts";
import { codebookOf, type CodebookEntry } from "./codebook/codebook.ts";
import { questionsOf, sectionsOf, type Entry, type Section } from "./document.ts";

/** Limit of options that are rendered at once; those of later questions are shown on demand. */
const maxOptions = 10_000;

/** A survey in the form that the tabs show. */
export class SurveyDocument {
  readonly survey: Survey;
  readonly sections: readonly Section[];
  /** Created when they are shown, or when an option is searched for. */
  readonly entries: () => readonly CodebookEntry[];

  /** Keys of questions in the questionnaire whose options are hidden; modified when they are shown. */
  readonly folded: Set<string>;

  constructor(survey: Survey) {
    this.survey = survey;
    this.sections = sectionsOf(survey);
    this.folded = foldedIn(this.sections);
    this.entries = lazy(() => codebookOf(survey, questionsOf(this.sections)));
  }

  /** Returns the key of the first matching question in the questionnaire. */
  keyOf(isIt: (question: Question) => boolean): string | undefined {
    const entries = this.sections.flatMap((it) => it.entries);
    return entries.find(({ question }) => question && isIt(question))?.key;
  }

  entryOf(question: Question): CodebookEntry | undefined {
    return this.entries().find((it) => it.question === question);
  }
}

function foldedIn(sections: readonly Section[]): Set<string> {
  let drawn = 0;
  const entries = sections.flatMap((it) => it.entries);
  const isFolded = ({ question }: Entry): boolean => {
    drawn += question?.options.length ?? 0;
    return drawn > maxOptions;
  };
  return new Set(entries.filter(isFolded).map((it) => it.key));
}

/** Returns the previous document if the survey is the same, so that nothing is rendered again. */
export function documentOf(survey: Survey, before: SurveyDocument | undefined): SurveyDocument {
  return before && JSON.stringify(survey) === JSON.stringify(before.survey)
    ? before
    : new SurveyDocument(survey);
}
