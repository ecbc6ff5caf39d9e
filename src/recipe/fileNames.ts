import { extname, isAbsolute, join, normalize } from "node:path";
import { fileName } from "../export/fileName.ts";
import { localizable } from "../model/localizable.ts";
import { pointerOf, type RecipeIssue } from "./recipeError.ts";
import type { RecipeStep } from "./recipeSchema.ts";
import type { FieldIssue, RawStep } from "./stepKind.ts";

const placeholders = ["date", "surveyId", "title"] as const;
export type Placeholder = (typeof placeholders)[number];

/** Functions that return the values of placeholders; only called if a name has them. */
export type PlaceholderValues = Readonly<Record<Placeholder, () => string | Promise<string>>>;

const placeholder = /\{([^{}]*)\}/g;

/** Returns issues for unknown placeholders. */
export function placeholderIssues(step: RawStep): FieldIssue[] {
  return ["file", "since"].flatMap((field) => {
    const name = step[field];
    return typeof name !== "string"
      ? []
      : Array.from(name.matchAll(placeholder), ([, it]) => it)
          .filter((it) => !placeholders.some((known) => known === it))
          .map((it): FieldIssue => ({
            path: [field],
            text: localizable(
              "has the unknown placeholder {0}; there are {1}",
              `{${it ?? ""}}`,
              placeholders.map((known) => `{${known}}`).join(", "),
            ),
          }));
  });
}

/** Returns issues for steps that would write the same file as an earlier step. */
export function sameFiles(steps: readonly RecipeStep[]): RecipeIssue[] {
  const seen = new Map<string, number>();
  return steps.flatMap((step, index) => {
    if (!("file" in step)) {
      return [];
    }
    const { file, survey, dataSpace } = step;
    // Only the service knows the title, so the survey stands for it.
    const filled = file
      .replaceAll("{surveyId}", survey)
      .replaceAll("{title}", JSON.stringify([dataSpace, survey]));
    const name = normalize(filled);
    const first = seen.get(name);
    seen.set(name, first ?? index);
    return first === undefined
      ? []
      : [
          {
            pointer: pointerOf(["steps", index, "file"]),
            text: localizable("is also the file of step {0}", first + 1),
          },
        ];
  });
}

/**
 * Returns the absolute path of a file that a recipe names. What comes from outside becomes part of a name, never a path to
 * another folder.
 * @param folder the recipe's
 */
export async function resolvedPath(
  named: string,
  folder: string,
  values: PlaceholderValues,
): Promise<string> {
  // The name of a manifest is that of its file and this ending, however the file's is shortened or mended.
  const [ending = ""] = /\.manifest\.json$/.exec(named) ?? [];
  const parts = named.slice(0, named.length - ending.length).split("/");
  const filled = await Promise.all(
    parts.map((part, index) => filledPart(part, index === parts.length - 1, values)),
  );
  const path = filled.join("/") + ending;
  return isAbsolute(path) ? normalize(path) : join(folder, path);
}

async function filledPart(
  part: string,
  isFile: boolean,
  values: PlaceholderValues,
): Promise<string> {
  const used = placeholders.filter((it) => part.includes(`{${it}}`));
  if (used.length === 0) {
    return part;
  }
  const found = new Map<string, string>();
  for (const it of used) {
    found.set(it, await values[it]());
  }
  const ending = isFile ? extname(part) : "";
  // What has a placeholder is no extension, which would be written as it is.
  const extension = /[{}]/.test(ending) ? "" : ending;
  const stem = part.slice(0, part.length - extension.length);
  const text = stem.replace(placeholder, (whole, it: string) => found.get(it) ?? whole);
  const kept = extension.replace(/^\./, "");
  const safe = fileName(text, kept === "" ? "x" : kept);
  return kept === "" ? safe.slice(0, -".x".length) : safe;
}

/** Returns the local date as YYYY-MM-DD, which sorts. */
export function localDate(now: Date): string {
  const two = (value: number): string => value.toString().padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
