import type { Block, Question, Survey } from "../../model/survey.ts";
import { labelText } from "../../model/label.ts";
import { versionSupports } from "../../model/versionSupport.ts";
import { t } from "../shared/l10n.ts";
import { embeddedTitle, notProvided } from "../shared/versions.ts";
import { lazy } from "../../model/lazy.ts";
import { codebookOf, type CodebookEntry } from "./codebook/codebook.ts";

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

/** A part of the document that the outline lists and the questionnaire shows, in the same order. */
export interface Section {
  readonly key: string;
  readonly kind: "block" | "unblocked" | "embedded" | "groups";
  readonly title: string;
  /** The block's name, if its title is another text. */
  readonly name?: string | undefined;
  readonly note?: string | undefined;
  readonly entries: readonly Entry[];
}

export interface Entry {
  /** Unique in the document, as a question may be in several blocks. */
  readonly key: string;
  readonly name: string;
  readonly text: string;
  /** Undefined if a block names a question that the survey does not have. */
  readonly question?: Question | undefined;
}

function sectionsOf(survey: Survey): Section[] {
  return [
    ...questionSections(survey),
    embeddedSection(survey),
    { key: "groups", kind: "groups", title: t("Collect groups"), entries: [] },
  ];
}

function embeddedSection({ apiVersion }: Survey): Section {
  return {
    key: "embedded",
    kind: "embedded",
    title: embeddedTitle(apiVersion),
    note: versionSupports(apiVersion, "embeddedLabels")
      ? undefined
      : notProvided(apiVersion, [t("labels"), t("labels of values")]),
    entries: [],
  };
}

function questionSections(survey: Survey): Section[] {
  if (survey.blocks === undefined || survey.blocks.length === 0) {
    return [unblocked(t("Questions"), survey.questions, questionsNote(survey))];
  }
  const byName = Map.groupBy(survey.questions, (it) => it.name);
  const placed = new Set<Question>();
  const blocks = survey.blocks.map((block, index) => blockSection(block, index, byName, placed));
  const rest = survey.questions.filter((it) => !placed.has(it));
  return rest.length === 0 ? blocks : [...blocks, unblocked(t("Not in a block"), rest)];
}

/** Returns the questions in the order of the questionnaire; one that is in several blocks occurs several times. */
function questionsOf(sections: readonly Section[]): Question[] {
  return sections.flatMap((section) => section.entries.flatMap((it) => it.question ?? []));
}

/** Says which facts about questions the version does not provide. */
export function questionsNote({ apiVersion, blocks }: Survey): string | undefined {
  const missing = blocks === undefined ? [t("blocks")] : [];
  if (!versionSupports(apiVersion, "questionNames")) {
    missing.push(t("question names (ranks are shown instead)"));
  }
  return missing.length > 0 ? notProvided(apiVersion, missing) : undefined;
}

function blockSection(
  block: Block,
  index: number,
  byName: ReadonlyMap<string, readonly Question[]>,
  placed: Set<Question>,
): Section {
  const key = `block-${index}`;
  const named = block.label.trim() !== "";
  return {
    key,
    kind: "block",
    title: named ? block.label : block.name,
    name: named && block.name !== block.label ? block.name : undefined,
    entries: block.questions.map((name, position) => {
      // If questions share a name, each mention takes the next one.
      const named = byName.get(name);
      const question = named?.find((it) => !placed.has(it)) ?? named?.at(-1);
      if (question) {
        placed.add(question);
      }
      return entry(`${key}-${position}`, name, question);
    }),
  };
}

function unblocked(title: string, questions: readonly Question[], note?: string): Section {
  return {
    key: "unblocked",
    kind: "unblocked",
    title,
    note,
    entries: questions.map((it, index) => entry(`unblocked-${index}`, it.name, it)),
  };
}

function entry(key: string, name: string, question: Question | undefined): Entry {
  return {
    key,
    name,
    text: question ? labelText(question.label) : t("not in the survey"),
    question,
  };
}

/** Returns the id of an entry's or section's heading. */
export function anchorOf(key: string): string {
  return `at-${key}`;
}
