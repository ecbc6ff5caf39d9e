import { once } from "../../model/once.ts";
import type { Question, Survey } from "../../model/survey.ts";
import { codebookOf, type CodebookEntry } from "./codebook/codebook.ts";
import { questionsOf, sectionsOf, type Section } from "./document.ts";

/** A survey as the tabs show it. */
export class SurveyDocument {
  readonly survey: Survey;
  readonly sections: readonly Section[];
  /** Made when they are looked at, or an option is looked for. */
  readonly entries: () => readonly CodebookEntry[];

  constructor(survey: Survey) {
    this.survey = survey;
    this.sections = sectionsOf(survey);
    this.entries = once(() => codebookOf(survey, questionsOf(this.sections)));
  }

  /** Where in the questionnaire the first question is that it is asked for. */
  keyOf(isIt: (question: Question) => boolean): string | undefined {
    const entries = this.sections.flatMap((it) => it.entries);
    return entries.find(({ question }) => question && isIt(question))?.key;
  }

  entryOf(question: Question): CodebookEntry | undefined {
    return this.entries().find((it) => it.question === question);
  }
}

/** The one of before as long as the survey says the same: what is drawn of it stays. */
export function documentOf(survey: Survey, before: SurveyDocument | undefined): SurveyDocument {
  return before && JSON.stringify(survey) === JSON.stringify(before.survey)
    ? before
    : new SurveyDocument(survey);
}
