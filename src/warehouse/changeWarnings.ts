import { localizable, plural, type LocalizableText } from "../model/localizable.ts";

/** Returns the warnings about changes to the tables. */
export function changeWarnings({
  removed,
  doubled,
  withNull,
  isLost,
}: Record<"removed" | "doubled" | "withNull", number> & { readonly isLost: boolean }) {
  const warnings: LocalizableText[] = [];
  if (isLost) {
    warnings.push(
      localizable(
        "Tables, columns or rows were gone from the database, so all responses were written again.",
      ),
    );
  }
  if (removed > 0) {
    warnings.push(
      plural(removed, {
        one: "{0} response is not in the survey any more and was removed from the tables.",
        other: "{0} responses are not in the survey any more and were removed from the tables.",
      }),
    );
  }
  if (doubled > 0) {
    warnings.push(
      plural(doubled, {
        one: "{0} response has the ID of another one. Both are in the tables, as in exports.",
        other: "{0} responses have the ID of another one. All are in the tables, as in exports.",
      }),
    );
  }
  if (withNull > 0) {
    warnings.push(
      plural(withNull, {
        one: "{0} text had a NUL character in it, which no database can store: it was replaced by U+FFFD.",
        other:
          "{0} texts had NUL characters in them, which no database can store: they were replaced by U+FFFD.",
      }),
    );
  }
  return warnings;
}
