/** Another version's file is thrown away: all that is in it can be read again. */
export const schemaVersion = 1;

/*
 * Row ids are numbers from 0, in the order in which responses were kept. A page is what was kept in one transaction.
 *
 * state        one row. epoch: another one with each reset. revision: grows with each change of what is shown.
 *              reading: of the pages that come. owner, until: who may add pages, and up to when (epoch milliseconds)
 * part         survey, collectGroups, columns (JSON), dictionary (see itemBlocks.ts)
 * page         newest: the latest finishedAt of its responses
 * block        of items, by the row id of the first
 * vector       see vector.ts; part: 0 values, 1 others
 * window       of the reading that is not finished (JSON); trail: of each of its pages, in their order (JSON)
 */
export const schema = `
CREATE TABLE state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  epoch TEXT NOT NULL,
  revision INTEGER NOT NULL,
  columns INTEGER NOT NULL,
  reading INTEGER NOT NULL,
  read_at INTEGER,
  is_complete INTEGER NOT NULL,
  is_alone INTEGER NOT NULL,
  owner TEXT,
  until INTEGER NOT NULL
);
CREATE TABLE part (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE page (
  page INTEGER PRIMARY KEY,
  first INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  reading INTEGER NOT NULL,
  window INTEGER NOT NULL,
  newest TEXT
);
CREATE TABLE block (first INTEGER PRIMARY KEY, items INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE TABLE vector (
  column INTEGER NOT NULL,
  part INTEGER NOT NULL,
  page INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (column, part, page)
) WITHOUT ROWID;
CREATE TABLE window (window INTEGER PRIMARY KEY, state TEXT NOT NULL);
CREATE TABLE trail (trail INTEGER PRIMARY KEY, window INTEGER NOT NULL, value TEXT NOT NULL);
PRAGMA user_version = ${schemaVersion};
`;
