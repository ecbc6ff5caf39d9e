import type { SqliteDatabase } from "../store/sqliteDriver.ts";
import type { IndexedQuestion, IndexedSurvey, SimilarQuestion } from "./calls.ts";
import { findQuestion, hitsOfWords } from "./search.ts";
import { searchText, searchWords, textWithWideGaps, trigramList } from "./searchText.ts";

/** Number of the question's longest words whose pairs are searched for. Long words are the most specific. */
const tellingWords = 5;
/** Minimum similarity of texts, and of options of questions with the same name. */
const minAlike = 0.5;
const maxSimilar = 50;

/** Returns questions of other surveys with the same name or a similar text, the most similar first. */
export function similarQuestions(
  database: SqliteDatabase,
  spaces: readonly string[],
  survey: IndexedSurvey,
  name: string,
): SimilarQuestion[] {
  const question = findQuestion(database, survey, name);
  if (!question) {
    return [];
  }
  const found = new Map<string, SimilarQuestion>();
  for (const words of searches(question)) {
    for (const hit of hitsOfWords(database, "question", spaces, words)) {
      const key = JSON.stringify([hit.space, hit.surveyId, hit.question]);
      const isItself = hit.space === survey.space && hit.surveyId === survey.surveyId;
      if (!isItself && hit.question !== undefined && !found.has(key)) {
        const other = findQuestion(database, hit, hit.question);
        if (other) {
          found.set(key, compared(question, other));
        }
      }
    }
  }
  return [...found.values()]
    .filter(isSimilar)
    .sort((a, b) => alikeness(b) - alikeness(a))
    .slice(0, maxSimilar);
}

/** Returns the searches to make: all words of the text, each pair of its longest words, and the name. */
function searches({ question = "", text }: IndexedQuestion): string[][] {
  const words = [...new Set(searchWords(text))];
  const telling = [...words].sort((a, b) => b.length - a.length).slice(0, tellingWords);
  const pairs = telling.flatMap((a, at) => telling.slice(at + 1).map((b) => [a, b]));
  return [words, ...pairs, searchWords(question)].filter((it) => it.length > 0);
}

function compared(question: IndexedQuestion, other: IndexedQuestion): SimilarQuestion {
  const codes = codesOf(question);
  const others = codesOf(other);
  const shared = [...codes.keys()].filter((it) => others.has(it));
  const all = new Set([...codes.keys(), ...others.keys()]).size;
  return {
    question: other,
    isSameName: question.question === other.question,
    textAlike: alike(textTrigrams(question), textTrigrams(other)),
    optionsAlike: all === 0 ? undefined : shared.length / all,
    otherCodes: shared.filter((it) => codes.get(it) !== others.get(it)).length,
  };
}

function textTrigrams({ text }: IndexedQuestion): Set<string> {
  return new Set(trigramList(textWithWideGaps(searchText(text))));
}

/** Returns the options' codes by normalised text. */
function codesOf({ options }: IndexedQuestion): Map<string, string> {
  return new Map(options.map((it) => [searchText(it.text), it.code ?? ""]));
}

/** Dice's coefficient: 1 if the sets are equal, 0 if they share nothing. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((it) => b.has(it)).length;
  return a.size + b.size === 0 ? 1 : (2 * shared) / (a.size + b.size);
}

/** A name alone is not enough: questions that have nothing else in common may share it. */
function isSimilar({ isSameName, textAlike, optionsAlike = 0 }: SimilarQuestion): boolean {
  return textAlike >= minAlike || (isSameName && optionsAlike >= minAlike);
}

function alikeness({ isSameName, textAlike, optionsAlike = 0 }: SimilarQuestion): number {
  return 4 * textAlike + 2 * optionsAlike + (isSameName ? 1 : 0);
}
