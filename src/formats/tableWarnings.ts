import type { TableDescription } from "../model/tabular/tableColumn.ts";
import { localizable, plural, type LocalizableText } from "../model/localizable.ts";
import { someOf } from "./someOf.ts";

/**
 * Returns what a person should know about a table: sentences, none if all is well. They name some examples; the manifest has
 * all.
 */
export function tableWarnings(
  { renamed, unknownCodes }: Pick<TableDescription, "renamed" | "unknownCodes">,
  withoutRows: number,
): LocalizableText[] {
  const warnings: LocalizableText[] = [];
  if (renamed.length > 0) {
    warnings.push(
      plural(
        renamed.length,
        {
          one: "{0} column has another name than in the survey: {1}.",
          other: "{0} columns have other names than in the survey: {1}.",
        },
        someOf(renamed.map(({ from, to }) => localizable("{0} is {1}", JSON.stringify(from), to))),
      ),
    );
  }
  if (unknownCodes.length > 0) {
    warnings.push(
      plural(
        unknownCodes.length,
        {
          one: "{0} code is not in the survey's structure and was kept: {1}.",
          other: "{0} codes are not in the survey's structure and were kept: {1}.",
        },
        someOf(
          unknownCodes.map(
            ({ variable, code, count }) => `${variable}: ${code} (${String(count)})`,
          ),
        ),
      ),
    );
  }
  if (withoutRows > 0) {
    warnings.push(
      plural(withoutRows, {
        one: "{0} response has no answers, and so no rows in the long layout.",
        other: "{0} responses have no answers, and so no rows in the long layout.",
      }),
    );
  }
  return warnings;
}
