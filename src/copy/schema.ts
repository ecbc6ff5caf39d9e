/** Version of the schema. A file of another version is discarded: all that is in it can be read again. */
export const schemaVersion = 4;

/** Prefix of tables with data derived from the items. A reset of the copy empties them. */
export const derivedPrefix = "derived_";

/*
 * Items are numbered from 0, in the order in which they came. A page is what was stored in one transaction. Values have
 * checksums (see rows.ts). Pages, windows and trails are counted in the state, so that a missing row is noticed, too.
 *
 * part     state (see copyState.ts), lease (see readLease.ts), note (see ReadableCopy.note), survey and collectGroups as the service sent them
 * page     reading: its number; newest, oldest: times of its items; in_order: 1 if these come newest first; keys_a, keys_b: see keySum.ts
 * block    items, by the number of the first (see blocks.ts); method: compression
 * window   state of a window of the unfinished reading (JSON)
 * trail    position and fingerprints of a page of a window, in the order of the pages (JSON)
 */
export const schema = `
CREATE TABLE part (name TEXT PRIMARY KEY, value NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE page (
  page INTEGER PRIMARY KEY,
  first INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  reading INTEGER NOT NULL,
  window INTEGER NOT NULL,
  newest TEXT,
  oldest TEXT,
  in_order INTEGER NOT NULL,
  keys_a INTEGER,
  keys_b INTEGER,
  sum INTEGER NOT NULL
);
CREATE TABLE block (
  first INTEGER PRIMARY KEY,
  method INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  sum INTEGER NOT NULL
);
CREATE TABLE window (window INTEGER PRIMARY KEY, state TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE trail (
  trail INTEGER PRIMARY KEY,
  window INTEGER NOT NULL,
  value TEXT NOT NULL,
  sum INTEGER NOT NULL
);
PRAGMA user_version = ${schemaVersion};
`;
