import { bytes, integer, text } from "../store/rows.ts";
import type { SqliteDatabase, SqlRow, SqlValue } from "../store/sqliteDriver.ts";
import type { IndexedQuestion, IndexedSurvey, IndexHit, IndexQuery } from "./calls.ts";
import { indexKinds, type IndexKind } from "./indexEntries.ts";
import { searchWords, soughtPart, trigrams } from "./searchText.ts";
import { unpacked, type StoredEntry } from "./storedEntries.ts";

/** Texts of a kind that are ranked. Of more, those come first that were indexed first: the newest surveys. */
const mostTexts = 500;

/** Trigrams that narrow the texts down; what they leave is compared. */
const mostTrigrams = 24;

/** What has all words of the query, each kind by itself, the nearest first. */
export function search(database: SqliteDatabase, query: IndexQuery): IndexHit[] {
  const words = searchWords(query.text);
  const spaces = JSON.stringify(query.spaces);
  const surveys = new Map<number, OpenSurvey>();
  return query.kinds.flatMap((kind) => {
    const rows =
      words.length === 0
        ? kindRows(database, kind, spaces, query.limit)
        : foundRows(database, kind, spaces, words);
    const found = rows
      .map((row) => ({ row, rank: rankOf(text(row, "search"), words) }))
      .sort((a, b) => a.rank - b.rank);
    return hitsOf(
      database,
      kind,
      found.map(({ row }) => row),
      surveys,
      query.limit,
    );
  });
}

/** All that have the words, up to a number of texts. */
export function hitsOfWords(
  database: SqliteDatabase,
  kind: IndexKind,
  spaces: readonly string[],
  words: readonly string[],
): IndexHit[] {
  const rows = foundRows(database, kind, JSON.stringify(spaces), words);
  return hitsOf(database, kind, rows, new Map(), mostTexts);
}

interface OpenSurvey {
  readonly space: string;
  readonly surveyId: string;
  readonly label: string;
  readonly entries: readonly StoredEntry[];
}

const places = `SELECT text.id AS id, text.search AS search, place.survey AS survey`;
const inSpaces = `survey.space IN (SELECT value FROM json_each(?))`;

function foundRows(
  database: SqliteDatabase,
  kind: IndexKind,
  spaces: string,
  words: readonly string[],
): SqlRow[] {
  const parts = words.map(soughtPart);
  const sought = [...new Set(parts.flatMap((it) => [...trigrams(it)]))].slice(0, mostTrigrams);
  const values: SqlValue[] = [sought.map((it) => `"${it.replaceAll('"', '""')}"`).join(" ")];
  // CROSS keeps the order: words first.
  return database.all(
    `${places} FROM words CROSS JOIN text ON text.id = words.rowid
     CROSS JOIN place ON place.text = text.id AND place.kind = ?
     CROSS JOIN survey ON survey.id = place.survey AND ${inSpaces}
     WHERE words MATCH ? ${parts.map(() => "AND instr(text.search, ?)").join(" ")} LIMIT ${mostTexts}`,
    indexKinds.indexOf(kind),
    spaces,
    ...values,
    ...parts,
  );
}

/** The first ones, where nothing is sought yet. */
function kindRows(
  database: SqliteDatabase,
  kind: IndexKind,
  spaces: string,
  limit: number,
): SqlRow[] {
  if (kind !== "survey") {
    return [];
  }
  return database.all(
    `${places} FROM survey CROSS JOIN place ON place.survey = survey.id AND place.kind = ?
     CROSS JOIN text ON text.id = place.text WHERE ${inSpaces} ORDER BY survey.id LIMIT ?`,
    indexKinds.indexOf(kind),
    spaces,
    limit,
  );
}

/** Whole words before beginnings of words before the rest, short texts before long ones. */
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

function hitsOf(
  database: SqliteDatabase,
  kind: IndexKind,
  rows: readonly SqlRow[],
  surveys: Map<number, OpenSurvey>,
  limit: number,
): IndexHit[] {
  const hits: IndexHit[] = [];
  for (const row of rows) {
    const id = integer(row, "id");
    const survey = openSurvey(database, integer(row, "survey"), surveys);
    for (const entry of survey.entries) {
      if (entry.id === id && entry.kind === kind) {
        hits.push(hitOf(survey, entry));
      }
      if (hits.length === limit) {
        return hits;
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

/** The first question of this name, with its options. */
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
