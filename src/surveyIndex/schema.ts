import type { DatabaseKind } from "../store/databaseFile.ts";
import { localizable } from "../model/localizable.ts";
import { indexKinds, type IndexKind } from "./indexEntries.ts";

/** Version of the file. A file of another version is created again, because all of its content can be read again. */
const schemaVersion = 3;

/**
 * Each text of a kind is stored once, however many surveys have it. The tables of words only index which trigrams a text
 * has, not their positions nor the text itself; candidates are compared with `text`. Entries of a survey are compressed
 * JSON, because they are needed only for hits.
 */
const schema = `
CREATE TABLE lease (holder TEXT NOT NULL, until INTEGER NOT NULL);
CREATE TABLE survey (
  id INTEGER PRIMARY KEY,
  space TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  label TEXT NOT NULL,
  updated_at TEXT,
  round INTEGER NOT NULL,
  read_at INTEGER,
  fault TEXT,
  entries BLOB NOT NULL,
  UNIQUE (space, survey_id)
);
CREATE TABLE text (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, search TEXT NOT NULL);
CREATE INDEX text_hash ON text (hash);
CREATE TABLE place (
  text INTEGER NOT NULL, survey INTEGER NOT NULL, PRIMARY KEY (text, survey)
) WITHOUT ROWID;
${indexKinds
  .map(
    (it) => `CREATE VIRTUAL TABLE ${wordsOf(it)} USING fts5 (
  search, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
);`,
  )
  .join("\n")}
PRAGMA user_version = ${schemaVersion};
`;

export function wordsOf(kind: IndexKind): string {
  return `words_${kind}`;
}

/** The kind of database that the index is stored in. */
export const indexDatabase: DatabaseKind = {
  version: schemaVersion,
  // Entries of a survey take about 6 kB, so a third of each large page would be empty.
  pageSize: 4096,
  // Small, because the system caches the file.
  cacheSize: 2048,
  create: (database) => database.exec(schema),
  fault: (path, reason) =>
    localizable("The search index cannot be kept in {0}: {1}.", path, reason),
};
