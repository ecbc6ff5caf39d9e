import { pythonItems } from "../snippets/python.ts";
import { rItems } from "../snippets/r.ts";
import { sqlItems } from "../snippets/sql.ts";
import type { Format } from "./format.ts";

export const ndjson: Format = {
  label: "NDJSON",
  language: "jsonl",
  manual: {
    readers: "programs, archives",
    content: "One response per line, byte for byte",
  },
  variants: (t) => [
    { label: "NDJSON", detail: t("One response per line, as the service sent it") },
  ],
  snippets: {
    python: ({ file }) => pythonItems(file, "ndjson"),
    r: ({ file }) => rItems(file, "ndjson"),
    sql: ({ file }) => sqlItems(file, "ndjson"),
  },
  packages: { python: ["pandas"], r: ["jsonlite"] },
};
