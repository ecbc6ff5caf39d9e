import { invalidInput, type SurveyError } from "../model/errors.ts";
import { columnKey, type Column } from "../model/grid.ts";
import { isSharedMetadata } from "../model/metadataColumns.ts";
import { nearNames } from "../model/nearNames.ts";
import { codesOf, type Condition } from "../model/conditions/conditions.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import { isSameColumn } from "../model/sameColumn.ts";
import type { Question } from "../model/survey.ts";
import type { ReadSurvey } from "../reports/readTable.ts";

/** The parts of a read survey that are needed to find columns. */
export type AskedSurvey = Pick<ReadSurvey, "survey" | "columns" | "collectGroups">;

export interface ResolvedColumn {
  readonly column: Column;
  readonly key: string;
  /** The name by which tools find the column: its name, or its key if several columns have that name. */
  readonly name: string;
}

/**
 * Returns the column with the name or the key.
 * @throws SurveyError "invalid-input" if there is none (names similar ones) or several (names their keys)
 */
export function resolveColumn({ survey, columns }: AskedSurvey, asked: string): ResolvedColumn {
  // Tools may use only metadata that do not single out a response.
  const known = columns.filter((it) => it.kind !== "metadata" || isSharedMetadata(it));
  const byKey = known.find((it) => columnKey(it) === asked);
  const named = known.filter((it) => it.name === asked);
  // A question of v1 and v2 is found by its rank as long as no response has told its name.
  const found = byKey ? [byKey] : named.length > 0 ? named : known.filter(isRanked(asked));
  const [column, ...others] = found;
  if (!column) {
    throw notThere(asked, known, survey.surveyId);
  }
  if (others.length > 0) {
    throw invalidInput(
      'The survey {0} has several columns "{1}". Name one by its key: {2}.',
      survey.surveyId,
      asked,
      found.map((it) => `${columnKey(it)} (${it.text === "" ? it.kind : it.text})`).join(", "),
    );
  }
  const isOnly = known.filter((it) => it.name === column.name).length === 1;
  return { column, key: columnKey(column), name: isOnly ? column.name : columnKey(column) };
}

function isRanked(asked: string): (column: Column) => boolean {
  return ({ kind, rank }) => kind === "variable" && rank !== undefined && String(rank) === asked;
}

function notThere(asked: string, known: readonly Column[], surveyId: string): SurveyError {
  const near = nearNames(
    asked,
    known.map((it) => it.name),
  );
  return near.length === 0
    ? invalidInput(
        'The survey {0} has no question "{1}". Call read_structure for the names of its questions, or find_question.',
        surveyId,
        asked,
      )
    : invalidInput(
        'The survey {0} has no question "{1}". Names like it: {2}.',
        surveyId,
        asked,
        near.map((it) => `"${it}"`).join(", "),
      );
}

/** Returns the embedded data with the name or the key. @throws SurveyError "invalid-input" that says which there are */
export function resolveWeight(read: AskedSurvey, name: string): ResolvedColumn {
  const columns = read.columns.filter((it) => it.kind === "embedded");
  if (columns.some((it) => it.name === name || columnKey(it) === name)) {
    return resolveColumn({ ...read, columns }, name);
  }
  const names = columns.map((it) => it.name);
  const near = nearNames(name, names);
  const { surveyId } = read.survey;
  throw names.length === 0
    ? invalidInput(
        "The survey {0} has no embedded data to weight by. Leave the weight out.",
        surveyId,
      )
    : invalidInput(
        'Only embedded data can be the weight, and the survey {0} has none with the name "{1}". It has: {2}.',
        surveyId,
        name,
        (near.length > 0 ? near : names).slice(0, 30).join(", "),
      );
}

/**
 * Returns the filter with the survey's columns. Refuses unknown names, which would silently match no response.
 * @throws SurveyError "invalid-input" if the survey lacks a column, collect group or code that the filter names
 */
export function resolveFilter(read: AskedSurvey, filter: ResponseFilter): ResponseFilter {
  const { survey, collectGroups } = read;
  const { collectGroupId: group, conditions } = filter;
  if (group !== undefined && !collectGroups.some((it) => it.collectGroupId === group)) {
    throw invalidInput(
      'The survey {0} has no collect group "{1}". It has: {2}.',
      survey.surveyId,
      group,
      collectGroups.map((it) => `${it.collectGroupId} (${it.label})`).join(", "),
    );
  }
  return {
    ...filter,
    ...(conditions ? { conditions: conditions.map((it) => askedCondition(read, it)) } : {}),
  };
}

function askedCondition({ survey, columns }: AskedSurvey, condition: Condition): Condition {
  const column =
    columns.find((it) => it.kind === condition.kind && isSameColumn(it, condition)) ??
    (condition.kind === "variable" ? columns.find(isRanked(condition.name)) : undefined);
  if (!column) {
    const others = columns.filter((it) => it.name === condition.name).map((it) => it.kind);
    throw others[0] === undefined
      ? notThere(condition.name, columns, survey.surveyId)
      : invalidInput(
          'The filter takes "{0}" for {1}, but it is {2}. Give that as its kind.',
          condition.name,
          condition.kind,
          others.join(", "),
        );
  }
  const options = questionOf(survey.questions, column)?.options ?? [];
  const wanted = options.length > 0 ? codesOf(condition) : [];
  const unknown = wanted.find((code) => !options.some((it) => it.name === code));
  if (unknown !== undefined) {
    throw invalidInput(
      'The question {0} has no option with the code "{1}". Filters name codes: {2}.',
      condition.name,
      unknown,
      options
        .slice(0, 30)
        .map((it) => it.name)
        .join(", "),
    );
  }
  const { name, rank } = column;
  return { ...condition, name, ...(rank === undefined ? {} : { rank }) };
}

/** Returns the question of a column from the survey's structure. */
function questionOf(questions: readonly Question[], column: Column): Question | undefined {
  return column.kind === "variable" ? questions.find((it) => isSameColumn(column, it)) : undefined;
}

/** Removes the labels of embedded data values. They come with responses, so one may belong to a single person. */
export function tellableColumns(columns: readonly Column[]): Column[] {
  return columns.map((it) => (it.kind === "embedded" ? { ...it, options: [] } : it));
}
