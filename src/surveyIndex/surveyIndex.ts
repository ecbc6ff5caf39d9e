import { createHash } from "node:crypto";
import type { LocalizableText } from "../model/localizable.ts";
import { localizableText } from "../model/localizableSchema.ts";
import type { Survey, SurveySummary } from "../model/survey.ts";
import { oneLine } from "../model/oneLine.ts";
import { DatabaseFile } from "../store/databaseFile.ts";
import { bytes, integer, parsed, text } from "../store/rows.ts";
import type { SqliteDatabase, SqliteDriver } from "../store/sqliteDriver.ts";
import type { IndexCalls, IndexedSurvey, SpaceStatus } from "./calls.ts";
import { indexDatabase } from "./schema.ts";
import {
  entriesOf,
  indexKinds,
  searchableText,
  type IndexEntry,
  type IndexKind,
  type IndexedGroup,
} from "./indexEntries.ts";
import { wordsOf } from "./schema.ts";
import { findQuestion, search } from "./search.ts";
import { similarQuestions } from "./similar.ts";
import { searchText, textWithWideGaps } from "./searchText.ts";
import {
  idOf,
  kindFactor,
  packed,
  textNumber,
  unpacked,
  type StoredEntry,
} from "./storedEntries.ts";

/** The lease has to be renewed within this time. */
const leaseMilliseconds = 30_000;

/** Search index of surveys, their questions and collect groups, in one file. All of its content can be read again. */
export class SurveyIndex implements IndexCalls {
  readonly #file: DatabaseFile;
  /** Number of rebuilds that `wasRebuilt` has reported. */
  #reported = 0;

  /** @param path path of a file in a folder of its own */
  constructor(driver: SqliteDriver, path: string) {
    this.#file = new DatabaseFile(driver, path, indexDatabase);
  }

  takeLease(holder: string): boolean {
    return this.#file.write((database) => {
      const now = Date.now();
      // A lease that has more time left than it is given has expired: the clock was set back.
      const held = database.get(
        "SELECT holder FROM lease WHERE until > ? AND until <= ?",
        ...[now, now + leaseMilliseconds],
      );
      if (held && held["holder"] !== holder) {
        return false;
      }
      database.run("DELETE FROM lease");
      database.run("INSERT INTO lease VALUES (?, ?)", holder, now + leaseMilliseconds);
      return true;
    });
  }

  list(
    space: string,
    surveys: readonly SurveySummary[],
    round: number,
    readBefore: number,
  ): string[] {
    return this.#file.write((database) =>
      surveys.flatMap((survey) => {
        const known = database.get(
          "SELECT id, label, updated_at, read_at FROM survey WHERE space = ? AND survey_id = ?",
          space,
          survey.surveyId,
        );
        if (!known) {
          addListed(database, space, survey, round);
          return [survey.surveyId];
        }
        const id = integer(known, "id");
        database.run("UPDATE survey SET round = ? WHERE id = ?", round, id);
        const isSame =
          known["label"] === oneLine(survey.label) &&
          known["updated_at"] === (survey.updatedAt ?? null);
        const readAt = known["read_at"];
        // If it was read in the future, the clock was set back.
        const isFresh = typeof readAt === "number" && readAt >= readBefore && readAt <= Date.now();
        return isSame && isFresh ? [] : [survey.surveyId];
      }),
    );
  }

  endList(space: string, round: number): void {
    this.#file.write((database) => {
      const gone = database.all(
        "SELECT id, entries FROM survey WHERE space = ? AND round <> ?",
        space,
        round,
      );
      gone.forEach((row) => removeSurvey(database, integer(row, "id"), bytes(row, "entries")));
    });
  }

  put(space: string, survey: Survey, groups: readonly IndexedGroup[]): void {
    this.#file.write((database) => {
      const known = database.get(
        "SELECT id, entries, round FROM survey WHERE space = ? AND survey_id = ?",
        space,
        survey.surveyId,
      );
      const id = known ? integer(known, "id") : addListed(database, space, survey, 0);
      const entries = stored(database, entriesOf(survey, groups));
      if (known) {
        removePlaces(database, id, unpacked(bytes(known, "entries")));
      }
      addPlaces(database, id, entries);
      database.run(
        "UPDATE survey SET label = ?, updated_at = ?, read_at = ?, fault = NULL, entries = ? WHERE id = ?",
        oneLine(survey.label),
        survey.updatedAt ?? null,
        Date.now(),
        packed(entries),
        id,
      );
    });
  }

  fail({ space, surveyId }: IndexedSurvey, fault: LocalizableText): void {
    this.#file.write((database) =>
      database.run(
        "UPDATE survey SET fault = ? WHERE space = ? AND survey_id = ?",
        JSON.stringify(fault),
        space,
        surveyId,
      ),
    );
  }

  readonly search: IndexCalls["search"] = (query) =>
    this.#file.read((database) => search(database, query));

  readonly question: IndexCalls["question"] = (survey, name) =>
    this.#file.read((database) => findQuestion(database, survey, name));

  readonly similar: IndexCalls["similar"] = (spaces, survey, name) =>
    this.#file.read((database) => similarQuestions(database, spaces, survey, name));

  status(spaces: readonly string[]): SpaceStatus[] {
    return this.#file.read((database) =>
      spaces.map((space) => ({
        space,
        surveys: integer(
          database.get("SELECT count(*) AS n FROM survey WHERE space = ?", space),
          "n",
        ),
        unread: database
          .all(
            "SELECT survey_id, label, fault FROM survey WHERE space = ? AND read_at IS NULL ORDER BY id",
            space,
          )
          .map((row) => ({
            space,
            surveyId: text(row, "survey_id"),
            label: text(row, "label"),
            ...(row["fault"] === null
              ? {}
              : { fault: parsed(localizableText(), text(row, "fault")) }),
          })),
      })),
    );
  }

  forget(beginning: string): void {
    this.#file.write((database) => {
      const gone = database.all(
        "SELECT id, entries FROM survey WHERE substr(space, 1, length(?1)) = ?1",
        beginning,
      );
      if (gone.length === 0) {
        return;
      }
      gone.forEach((row) => removeSurvey(database, integer(row, "id"), bytes(row, "entries")));
      // Remove their texts and words as well, so that nothing of the data space remains.
      database.exec("DELETE FROM text WHERE id NOT IN (SELECT text FROM place)");
      for (const [at, kind] of indexKinds.entries()) {
        const words = wordsOf(kind);
        database.exec(`
          INSERT INTO ${words} (${words}) VALUES ('delete-all');
          INSERT INTO ${words} (rowid, search) SELECT id, replace(search, char(1), char(1) || char(1))
            FROM text WHERE id % ${kindFactor} = ${at};`);
      }
    });
  }

  wasRebuilt(): boolean {
    const { rebuilds } = this.#file;
    const isNew = rebuilds > this.#reported;
    this.#reported = rebuilds;
    return isNew;
  }

  close(): void {
    this.#file.close();
  }
}

/** Adds a survey of which only the title is known, from the list. */
function addListed(
  database: SqliteDatabase,
  space: string,
  { surveyId, label, updatedAt }: SurveySummary,
  round: number,
): number {
  const entry: IndexEntry = { kind: "survey", code: surveyId, text: oneLine(label) };
  const entries = stored(database, [entry]);
  database.run(
    "INSERT INTO survey (space, survey_id, label, updated_at, round, entries) VALUES (?, ?, ?, ?, ?, ?)",
    space,
    surveyId,
    entry.text,
    updatedAt ?? null,
    round,
    packed(entries),
  );
  const id = integer(database.get("SELECT last_insert_rowid() AS id"), "id");
  addPlaces(database, id, entries);
  return id;
}

function removeSurvey(database: SqliteDatabase, id: number, entries: Uint8Array): void {
  removePlaces(database, id, unpacked(entries));
  database.run("DELETE FROM survey WHERE id = ?", id);
}

function removePlaces(
  database: SqliteDatabase,
  survey: number,
  entries: readonly StoredEntry[],
): void {
  for (const it of entries) {
    database.run("DELETE FROM place WHERE text = ? AND survey = ?", textNumber(it), survey);
  }
}

function addPlaces(
  database: SqliteDatabase,
  survey: number,
  entries: readonly StoredEntry[],
): void {
  for (const it of entries) {
    database.run("INSERT OR IGNORE INTO place VALUES (?, ?)", textNumber(it), survey);
  }
}

/** Stores texts that are new, and returns the entries with the ids of their texts. */
function stored(database: SqliteDatabase, entries: readonly IndexEntry[]): StoredEntry[] {
  const ids = new Map<string, number>();
  return entries.map((entry) => {
    const sought = searchableText(entry);
    const key = `${entry.kind} ${sought}`;
    const id = ids.get(key) ?? textId(database, entry.kind, searchText(sought));
    ids.set(key, id);
    return { id, ...entry };
  });
}

function textId(database: SqliteDatabase, kind: IndexKind, search: string): number {
  const hash = createHash("sha256").update(`${kind} ${search}`).digest().readUInt32BE();
  const known = database.get(
    "SELECT id FROM text WHERE hash = ? AND search = ? AND id % ? = ?",
    ...[hash, search, kindFactor, indexKinds.indexOf(kind)],
  );
  if (known) {
    return idOf(integer(known, "id"));
  }
  const newest = database.get("SELECT coalesce(max(id), 0) AS id FROM text");
  const id = idOf(integer(newest, "id")) + 1;
  const number = textNumber({ kind, id });
  database.run("INSERT INTO text VALUES (?, ?, ?)", number, hash, search);
  const words = `INSERT INTO ${wordsOf(kind)} (rowid, search) VALUES (?, ?)`;
  database.run(words, number, textWithWideGaps(search));
  return id;
}
