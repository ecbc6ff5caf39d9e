import { pythonItems } from "../snippets/python.ts";
import { rItems } from "../snippets/r.ts";
import { sqlItems } from "../snippets/sql.ts";
import type { FormatImplementation } from "./format.ts";

export const ndjson: FormatImplementation = {
  snippets: {
    python: ({ file }) => pythonItems(file, "ndjson"),
    r: ({ file }) => rItems(file, "ndjson"),
    sql: ({ file }) => sqlItems(file, "ndjson"),
  },
  packages: { python: ["pandas"], r: ["jsonlite"] },
};
