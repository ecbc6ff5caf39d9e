import { pythonItems } from "../snippets/python.ts";
import { rItems } from "../snippets/r.ts";
import { sqlItems } from "../snippets/sql.ts";
import type { FormatImplementation } from "./format.ts";

/** Returns how programs load items as the service sent them. */
export function itemsImplementation(format: "json" | "ndjson"): FormatImplementation {
  return {
    snippets: {
      python: ({ file }) => pythonItems(file, format),
      r: ({ file }) => rItems(file, format),
      sql: ({ file }) => sqlItems(file, format),
    },
    packages: { python: ["pandas"], r: ["jsonlite"] },
  };
}
