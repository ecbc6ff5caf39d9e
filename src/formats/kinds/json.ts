import { pythonItems } from "../snippets/python.ts";
import { rItems } from "../snippets/r.ts";
import { sqlItems } from "../snippets/sql.ts";
import type { Format } from "./format.ts";

export const json: Format = {
  label: "JSON",
  language: "json",
  manual: {
    readers: "programs, archives",
    content: "The survey, the query and the responses, each byte for byte as the service sent it",
  },
  variants: (t) => [
    {
      label: "JSON",
      detail: t("One object with the survey and its responses, as the service sent them"),
    },
  ],
  snippets: {
    python: ({ file }) => pythonItems(file, "json"),
    r: ({ file }) => rItems(file, "json"),
    sql: ({ file }) => sqlItems(file, "json"),
  },
  packages: { python: ["pandas"], r: ["jsonlite"] },
};
