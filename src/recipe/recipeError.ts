import { SurveyError } from "../model/errors.ts";
import { listed, localizable, type LocalizableText } from "../model/localizable.ts";

/** What is wrong in a recipe, and where. */
export interface RecipeIssue {
  /** JSON pointer (RFC 6901); empty: the whole file. Of a field that is missing, where it would stand. */
  readonly pointer: string;
  /** Goes on from what names the field, without a stop. */
  readonly text: LocalizableText;
  /** Whoever reads the file by the JSON schema knows it, too. */
  readonly inSchema?: boolean | undefined;
}

/** A recipe that cannot be run: nothing of it was. */
export class RecipeError extends SurveyError {
  readonly issues: readonly RecipeIssue[];

  constructor(file: string, issues: readonly RecipeIssue[]) {
    const each = issues.map(({ pointer, text }) =>
      pointer === "" ? text : localizable("{0} {1}", pointer, text),
    );
    super(
      "invalid-input",
      localizable(
        "The recipe {0} cannot be run, and nothing was written: {1}",
        file,
        listed(each, "; "),
      ),
    );
    this.issues = issues;
  }
}

export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((it) => `/${String(it).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
