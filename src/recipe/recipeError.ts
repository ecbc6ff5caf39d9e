import { SurveyError } from "../model/errors.ts";
import { listed, localizable, type LocalizableText } from "../model/localizable.ts";

/** What is wrong in a recipe, and where. */
export interface RecipeIssue {
  /** JSON pointer (RFC 6901); empty for the whole file. A missing field has the pointer at which it would stand. */
  readonly pointer: string;
  /** Continues a sentence that begins with the field; without a full stop. */
  readonly text: LocalizableText;
  /** True if the JSON schema finds it, too, such as in an editor. */
  readonly inSchema?: boolean | undefined;
}

/** A recipe that cannot be run. No step of it was run. */
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
