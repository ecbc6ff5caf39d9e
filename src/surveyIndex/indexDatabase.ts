import { localizable } from "../model/localizable.ts";
import type { DatabaseKind } from "../store/databaseFile.ts";
import { schema, schemaVersion } from "./schema.ts";

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
