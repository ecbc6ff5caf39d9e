import { once } from "../../model/once.ts";
import type { Question, Survey } from "../../model/survey.ts";
import { codebookOf, type CodebookEntry } from "./codebook/codebook.ts";
import { questionsOf, sectionsOf, type Entry, type Section } from "./document.ts";

/** So many are drawn at once; those of the questions behind them are shown on wish. */
const mostOptions = 10_000;

/** A survey as the tabs show it. */
export class SurveyDocument {
  readonly survey: Survey;
  readonly sections: readonly Section[];
  /** Made when they are looked at, or an option is looked for. */
  readonly entries: () => readonly CodebookEntry[];

  /** Keys of questions in the questionnaire whose options are not shown; it is changed as they are. */
  readonly folded: Set<string>;

  constructor(survey: Survey) {
    this.survey = survey;
    this.sections = sectionsOf(survey);
    this.folded = foldedIn(this.sections);
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

function foldedIn(sections: readonly Section[]): Set<string> {
  let drawn = 0;
  const entries = sections.flatMap((it) => it.entries);
  const isFolded = ({ question }: Entry): boolean => {
    drawn += question?.options.length ?? 0;
    return drawn > mostOptions;
  };
  return new Set(entries.filter(isFolded).map((it) => it.key));
}

/** The one of before as long as the survey says the same: what is drawn of it stays. */
export function documentOf(survey: Survey, before: SurveyDocument | undefined): SurveyDocument {
  return before && JSON.stringify(survey) === JSON.stringify(before.survey)
    ? before
    : new SurveyDocument(survey);
}
