import { localizable } from "../model/localizable.ts";
import type { DatabaseKind } from "../store/databaseFile.ts";
import { schema, schemaVersion } from "./schema.ts";

/** The database that the index is. */
export const indexDatabase: DatabaseKind = {
  version: schemaVersion,
  // Entries of a survey take about 6 kB: of large pages a third would be empty.
  pageSize: 4096,
  // What is searched is in the system's cache.
  cacheSize: 2048,
  create: (database) => database.exec(schema),
  fault: (path, reason) =>
    localizable("The search index cannot be kept in {0}: {1}.", path, reason),
};
