import { createHash } from "node:crypto";
import { outlineText } from "../analysis/structureOutline.ts";
import { surveyStructure } from "../client/surveyStructure.ts";
import { plural, localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import type { Survey } from "../model/survey.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import { wording } from "../model/wordings.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { ItemMark } from "./schemas.ts";

/** A change of a structure: it happened between these two times, in epoch milliseconds of this machine's clock. */
export interface StructureChange {
  /** When the old structure was last seen. */
  readonly after: number;
  /** When the new structure was first seen. */
  readonly before: number;
}

const noGroups = Buffer.from("[]");

/** Returns the hash of everything that a comparison of structures looks at, in hex. */
export function structureHash(survey: Survey): string {
  return createHash("sha256").update(outlineText(survey)).digest("hex");
}

/** The same for a structure as sent. Returns undefined if it cannot be read, which must not prevent the export. */
export function sentStructureHash(
  client: Pick<ResponseSource, "version" | "dataSpace">,
  survey: Uint8Array,
): string | undefined {
  try {
    return structureHash(surveyStructure(client, { survey, collectGroups: noGroups }).survey);
  } catch {
    return undefined;
  }
}

interface ItemEnds {
  readonly first?: ItemMark | undefined;
  readonly last?: ItemMark | undefined;
}

/** Largest offset between a service's times, which have no zone, and this machine's clock, in seconds. */
const zones = 14 * 3600;

/** Returns warnings about responses that may be answers to different versions of the survey. */
export function spanWarnings(
  turns: readonly StructureChange[],
  { first: newest, last: oldest }: ItemEnds,
): LocalizableText[] {
  const [from, to] = [oldest, newest].map((it) => secondsOf(it?.finishedAt ?? ""));
  if (from === undefined || to === undefined) {
    return [];
  }
  const spanned = turns.filter(
    (it) => it.after / 1000 < to + zones && it.before / 1000 > from - zones,
  );
  const [first, last] = [spanned[0], spanned.at(-1)];
  return first && last
    ? [
        sentences(
          plural(
            spanned.length,
            {
              one: "The structure of the survey changed {0} time between {1} and {2} (UTC), perhaps while these responses were submitted: codes and labels may differ before and after.",
              other:
                "The structure of the survey changed {0} times between {1} and {2} (UTC), perhaps while these responses were submitted: codes and labels may differ before and after.",
            },
            timeOfSeconds(first.after / 1000),
            timeOfSeconds(last.before / 1000),
          ),
          wording("compareStructures"),
        ),
      ]
    : [];
}

export function sinceWarnings(
  earlier: string | undefined,
  now: string | undefined,
): LocalizableText[] {
  return earlier !== undefined && now !== undefined && earlier !== now
    ? [
        sentences(
          localizable(
            "The structure of the survey has changed since the export that this one continues: codes and labels may differ.",
          ),
          wording("compareStructures"),
        ),
      ]
    : [];
}
