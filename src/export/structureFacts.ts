import { createHash } from "node:crypto";
import { outlineText } from "../analysis/structureOutline.ts";
import { surveyStructure, type RawStructure } from "../client/surveyStructure.ts";
import {
  listed,
  plural,
  localizable,
  sentences,
  type LocalizableText,
} from "../model/localizable.ts";
import type { Survey } from "../model/survey.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import { wording } from "../model/wordings.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { TableFacts } from "./conversion.ts";
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

/** The same for a structure as sent; undefined if it cannot be read. */
export function sentStructureHash(client: Sender, survey: Uint8Array): string | undefined {
  const sent = sentSurvey(client, survey);
  return sent && structureHash(sent);
}

type Sender = Pick<ResponseSource, "version" | "dataSpace">;

/** Returns a structure as sent; undefined if it cannot be read, which must not prevent the export. */
export function sentSurvey(client: Sender, survey: Uint8Array): Survey | undefined {
  try {
    return surveyStructure(client, { survey, collectGroups: noGroups }).survey;
  } catch {
    return undefined;
  }
}

interface Exported {
  readonly responses: number;
  readonly table?: Pick<TableFacts, "columns"> | undefined;
}

/**
 * Returns a warning about names that the query has and the survey has not: perhaps they are misspelled, and the file lacks
 * what was asked for. Data that only responses have are known from the columns of a table, or because the filter found some.
 */
export function unknownNameWarnings(
  { questions, embeddedData, apiVersion }: Survey,
  { variables = [], embeddedData: fields = [], filter }: ReadQuery,
  { responses, table }: Exported,
): LocalizableText[] {
  const known = new Set(
    [
      ...questions.map(({ name }) => ({ kind: "variable", name })),
      ...embeddedData.map(({ name }) => ({ kind: "embedded", name })),
      ...(table?.columns ?? []).flatMap(({ origin }) => origin ?? []),
    ].map(keyOf),
  );
  const conditions = responses === 0 ? (filter?.conditions ?? []) : [];
  const wanted = [
    ...variables.map((name) => ({ kind: "variable", name })),
    ...fields.map((name) => ({ kind: "embedded", name })),
    // The structures of v1 and v2 do not name questions.
    ...conditions.filter(
      ({ kind }) => kind === "embedded" || (kind === "variable" && apiVersion === "v3"),
    ),
  ];
  const unknown = wanted.filter((it) => !known.has(keyOf(it))).map(({ name }) => name);
  return unknown.length > 0 ? [unknownText(unknown)] : [];
}

/** Returns the same warning about a collect group without responses that is none of the survey's. */
export function unknownGroupWarnings(
  client: Sender,
  structure: RawStructure,
  { collectGroupId }: ReadQuery,
  { responses }: Exported,
): LocalizableText[] {
  if (collectGroupId === undefined || responses > 0) {
    return [];
  }
  try {
    const { collectGroups } = surveyStructure(client, structure);
    const isKnown = collectGroups.some((it) => it.collectGroupId === collectGroupId);
    return isKnown ? [] : [unknownText([collectGroupId])];
  } catch {
    return [];
  }
}

function unknownText(names: readonly string[]): LocalizableText {
  return plural(
    names.length,
    {
      one: "{0} name that was asked for is not in the survey: {1}. Check it.",
      other: "{0} names that were asked for are not in the survey: {1}. Check them.",
    },
    listed([...new Set(names.map((it) => `"${it}"`))]),
  );
}

/** The service ignores case (API.md, "v3 operations"). */
function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind}:${name}`.toLowerCase();
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
