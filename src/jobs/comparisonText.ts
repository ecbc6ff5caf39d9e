import { basename } from "node:path";
import type { VerifyResult } from "../export/verifiable.ts";
import {
  listed,
  localizable,
  plural,
  sentences,
  type LocalizableText,
} from "../model/localizable.ts";

type Found = Omit<VerifyResult, "damage"> & Partial<Pick<VerifyResult, "damage">>;

/** Returns what a comparison found, in one or two sentences. */
export function comparisonText(file: string, found: Found): LocalizableText {
  const name = basename(file);
  const differences = [
    found.missing > 0 ? localizable("{0} missing", found.missing) : undefined,
    found.extra > 0 ? localizable("{0} not in the data space", found.extra) : undefined,
    found.doubled > 0
      ? plural(found.doubled, { one: "{0} duplicate", other: "{0} duplicates" })
      : undefined,
  ].filter((it) => it !== undefined);
  const what =
    differences.length > 0
      ? listed(differences)
      : found.intact
        ? localizable("the data space has something else")
        : localizable("the file was changed after the export");
  if (found.repaired) {
    return found.ok
      ? plural(
          found.responses,
          {
            one: "{1} was repaired ({2}) and has its {0} response.",
            other: "{1} was repaired ({2}) and has all {0} responses.",
          },
          name,
          what,
        )
      : localizable(
          "{0} was repaired, but the data space has changed meanwhile. Verify it again.",
          name,
        );
  }
  if (found.ok) {
    return plural(
      found.responses,
      {
        one: "{1} is complete: {0} response, no duplicates.",
        other: "{1} is complete: all {0} responses, no duplicates.",
      },
      name,
    );
  }
  const said = localizable("{0} differs from the data space: {1}.", name, what);
  return found.damage === undefined ? said : sentences(said, found.damage);
}
