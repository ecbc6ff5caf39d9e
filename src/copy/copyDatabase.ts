import { localizable } from "../model/localizable.ts";
import type { DatabaseKind } from "../store/databaseFile.ts";
import { initialState } from "./copyState.ts";
import { putPart } from "./rows.ts";
import { schema, schemaVersion } from "./schema.ts";

/** Kind of a copy's database file. */
export const copyDatabase: DatabaseKind = {
  version: schemaVersion,
  create(database) {
    database.exec(schema);
    putPart(database, "state", initialState());
  },
  fault: (path, reason) => localizable("Responses cannot be kept in {0}: {1}.", path, reason),
};
