import { bytes, integer, text } from "../store/rows.ts";
import type { SqliteDatabase, SqlRow } from "../store/sqliteDriver.ts";
import type { IndexedQuestion, IndexedSurvey, IndexHit, IndexQuery } from "./calls.ts";
import type { IndexKind } from "./indexEntries.ts";
import { searchWords, matchedPart, textWithWideGaps, trigramList } from "./searchText.ts";
import { wordsOf } from "./schema.ts";
import { idOf, unpacked, type StoredEntry } from "./storedEntries.ts";

/** Maximum number of texts of a kind that are ranked: those that were indexed first, which are of the newest surveys. */
const maxTexts = 500;

/** Maximum number of hits of `hitsOfWords`. */
const maxHits = 500;

/** Maximum number of trigrams in a query. They narrow down the texts; the remaining texts are compared. */
const maxTrigrams = 8;

/** Returns what has all words of the query, kind by kind, best matches first. */
export function search(database: SqliteDatabase, query: IndexQuery): IndexHit[] {
  const words = searchWords(query.text);
  const spaces = JSON.stringify(query.spaces);
  if (words.length === 0) {
    return query.kinds.includes("survey") ? firstSurveys(database, spaces, query.limit) : [];
  }
  const surveys = new Map<number, OpenSurvey>();
  return query.kinds.flatMap((kind) => {
    const found = foundTexts(database, kind, spaces, words)
      .map((row) => ({ row, rank: rankOf(text(row, "search"), words) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ row }) => row);
    return hitsOf(database, kind, spaces, found, surveys, query.limit);
  });
}

/** Returns all entries of a kind that have the words, up to `maxHits`. */
export function hitsOfWords(
  database: SqliteDatabase,
  kind: IndexKind,
  spaces: readonly string[],
  words: readonly string[],
): IndexHit[] {
  const json = JSON.stringify(spaces);
  const found = foundTexts(database, kind, json, words);
  return hitsOf(database, kind, json, found, new Map(), maxHits);
}

interface OpenSurvey {
  readonly space: string;
  readonly surveyId: string;
  readonly label: string;
  readonly entries: readonly StoredEntry[];
}

const inSpaces = `survey.space IN (SELECT value FROM json_each(?))`;

/** Places of a text in the data spaces. CROSS JOIN makes SQLite keep this order, with the text's places first. */
const placesInSpaces = `place CROSS JOIN survey ON survey.id = place.survey AND ${inSpaces}`;

/** Returns the texts that have the words. Each counts once, however many surveys have it. */
function foundTexts(
  database: SqliteDatabase,
  kind: IndexKind,
  spaces: string,
  words: readonly string[],
): SqlRow[] {
  const parts = words.map(matchedPart);
  const table = wordsOf(kind);
  // CROSS JOIN makes SQLite keep this order, with the table of words first.
  return database.all(
    `SELECT text.id AS id, text.search AS search
     FROM ${table} CROSS JOIN text ON text.id = ${table}.rowid
     WHERE ${table} MATCH ?
     ${parts.map(() => "AND instr(text.search, ?)").join(" ")}
     AND EXISTS (SELECT 1 FROM ${placesInSpaces} WHERE place.text = text.id) LIMIT ${maxTexts}`,
    ftsQuery(words),
    ...parts,
    spaces,
  );
}

/**
 * Returns an FTS query for trigrams of the words. Takes overlapping ones, because those across Korean syllables are rare.
 * Leaves out words of one or two letters if there are longer ones: so many texts have a word with a given beginning that it
 * is cheaper to compare short words with the texts that the longer words leave.
 */
function ftsQuery(words: readonly string[]): string {
  const long = words.filter((it) => Array.from(it).length >= 3);
  const parts = long.length > 0 ? long : words.map((it) => textWithWideGaps(matchedPart(it)));
  const sought = [...new Set(parts.flatMap(trigramList))].slice(0, maxTrigrams);
  return sought.map((it) => `"${it.replaceAll('"', '""')}"`).join(" ");
}

/** Returns the first surveys, for a query without words. */
function firstSurveys(database: SqliteDatabase, spaces: string, limit: number): IndexHit[] {
  const query = `SELECT space, survey_id, label, entries FROM survey WHERE ${inSpaces} ORDER BY id LIMIT ?`;
  return database.all(query, spaces, limit).flatMap((row) => {
    const survey = surveyOf(row);
    return survey.entries.filter((it) => it.kind === "survey").map((entry) => hitOf(survey, entry));
  });
}

/** Ranks whole words before beginnings of words before other matches, then short texts before long ones. */
function rankOf(search: string, words: readonly string[]): number {
  const worst = Math.max(
    0,
    ...words.map((word) => {
      if (search.includes(`\u0001${word}\u0001`)) {
        return 0;
      }
      return search.includes(`\u0001${word}`) ? 1 : 2;
    }),
  );
  return worst * 100_000 + Math.min(search.length, 99_999);
}

/** Returns the entries with the texts, in the order of the texts. */
function hitsOf(
  database: SqliteDatabase,
  kind: IndexKind,
  spaces: string,
  texts: readonly SqlRow[],
  surveys: Map<number, OpenSurvey>,
  limit: number,
): IndexHit[] {
  const query = `SELECT place.survey AS survey FROM ${placesInSpaces} WHERE place.text = ? LIMIT ?`;
  const hits: IndexHit[] = [];
  for (const row of texts) {
    const number = integer(row, "id");
    const id = idOf(number);
    for (const place of database.all(query, spaces, number, limit - hits.length)) {
      const survey = openSurvey(database, integer(place, "survey"), surveys);
      for (const entry of survey.entries) {
        if (entry.id === id && entry.kind === kind) {
          hits.push(hitOf(survey, entry));
        }
        if (hits.length === limit) {
          return hits;
        }
      }
    }
  }
  return hits;
}

function hitOf({ space, surveyId, label: survey }: OpenSurvey, entry: StoredEntry): IndexHit {
  const { id: _, ...rest } = entry;
  return { space, surveyId, survey, ...rest };
}

function openSurvey(
  database: SqliteDatabase,
  id: number,
  surveys: Map<number, OpenSurvey>,
): OpenSurvey {
  const known = surveys.get(id);
  if (known) {
    return known;
  }
  const row = database.get("SELECT space, survey_id, label, entries FROM survey WHERE id = ?", id);
  const survey = row ? surveyOf(row) : { space: "", surveyId: "", label: "", entries: [] };
  surveys.set(id, survey);
  return survey;
}

function surveyOf(row: SqlRow): OpenSurvey {
  return {
    space: text(row, "space"),
    surveyId: text(row, "survey_id"),
    label: text(row, "label"),
    entries: unpacked(bytes(row, "entries")),
  };
}

/** Returns the first question with this name, with its options. */
export function findQuestion(
  database: SqliteDatabase,
  { space, surveyId }: IndexedSurvey,
  name: string,
): IndexedQuestion | undefined {
  const row = database.get(
    "SELECT space, survey_id, label, entries FROM survey WHERE space = ? AND survey_id = ?",
    space,
    surveyId,
  );
  const survey = row && surveyOf(row);
  const at =
    survey?.entries.findIndex((it) => it.kind === "question" && it.question === name) ?? -1;
  const entry = survey?.entries[at];
  if (!survey || !entry) {
    return undefined;
  }
  const following = survey.entries.slice(at + 1);
  const end = following.findIndex((it) => it.kind !== "option");
  const options = following.slice(0, end < 0 ? undefined : end);
  return { ...hitOf(survey, entry), options };
}
