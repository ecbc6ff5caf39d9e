import { pythonItems } from "../snippets/python.ts";
import { rItems } from "../snippets/r.ts";
import { sqlItems } from "../snippets/sql.ts";
import type { FormatImplementation } from "./format.ts";

export const json: FormatImplementation = {
  snippets: {
    python: ({ file }) => pythonItems(file, "json"),
    r: ({ file }) => rItems(file, "json"),
    sql: ({ file }) => sqlItems(file, "json"),
  },
  packages: { python: ["pandas"], r: ["jsonlite"] },
};
