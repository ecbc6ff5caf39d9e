import { localizable, withWords } from "../model/localizable.ts";
import type { FieldIssue, RawStep } from "../recipe/stepKind.ts";
import { kebab } from "./options.ts";
import { wrongUsage } from "./usage.ts";

/**
 * Returns the values unchanged.
 * @throws SurveyError "invalid-input" if options contradict each other, by the same checks as for fields of a recipe
 */
export function checkContradictions(
  values: object,
  ...checks: readonly ((raw: RawStep) => readonly FieldIssue[])[]
): object {
  const raw: RawStep = { ...values };
  const issues = checks.flatMap((it) => it(raw));
  if (issues.length > 0) {
    const each = issues.map(({ path, text, fields = [] }) =>
      localizable(
        "{0} {1}",
        optionOf(path[0] ?? ""),
        withWords(text, (word) => (fields.includes(word) ? optionOf(word) : word)),
      ),
    );
    throw wrongUsage(each);
  }
  return values;
}

function optionOf(field: string): string {
  return `--${kebab(field)}`;
}
