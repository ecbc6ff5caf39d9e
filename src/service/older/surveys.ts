import type * as z from "zod";
import { members } from "../../protocol/jsonSlices.ts";
import * as older from "../../protocol/v1v2.ts";
import type { collectGroup, survey } from "../../protocol/v3.ts";
import { rawPick } from "../load/raw.ts";

/*
 * Converts surveys and collect groups, stored as v3, to the form of v1 and v2 (API.md, "Versioning"). A field that the
 * stored text lacks stays missing, null stays null, and fields that only v3 has are left out.
 */

/** Converts a list item of v3 to the form of v1 and v2. */
export function olderListItem(item: Buffer): string {
  return renamed(item, older.surveyListItem, "title");
}

/** Converts the detail of a collect group of v3 to the form of v1 and v2. */
export function olderCollectGroup(detail: string): string {
  return renamed(Buffer.from(detail), older.collectGroup, "name");
}

/** Converts the detail of a survey of v3 to the form of v1 and v2. */
export function olderSurvey(detail: string): string {
  const it = storedSurvey(detail);
  return JSON.stringify({
    surveyId: it.surveyId,
    title: it.label,
    questions: (it.questions ?? []).map(({ type, label, options }, index) => ({
      rank: index + 1,
      type,
      text: label,
      options: (options ?? []).map((option, position) => ({
        rank: position + 1,
        text: option.label,
      })),
    })),
    parameters: (it.embeddedData ?? []).map(({ name, isCollectable }) => ({
      parameterKey: name,
      // API.md does not show it in v3. True, because the stored data was collected.
      isCollectable: typeof isCollectable === "boolean" ? isCollectable : true,
    })),
    createdAt: it.createdAt,
    updatedAt: it.updatedAt,
  });
}

/** Parses a stored survey, which was checked when it was loaded. */
export function storedSurvey(detail: string): z.output<typeof survey> {
  return JSON.parse(detail) as z.output<typeof survey>;
}

/** Parses a stored collect group, which was checked when it was loaded. */
export function storedCollectGroup(detail: string): z.output<typeof collectGroup> {
  return JSON.parse(detail) as z.output<typeof collectGroup>;
}

function renamed(bytes: Buffer, { shape }: z.ZodObject, label: string): string {
  const named = members(bytes)
    .filter((it) => it.name !== label)
    .map((it) => (it.name === "label" ? { ...it, name: label } : it));
  return rawPick(bytes, named, (name) => Object.hasOwn(shape, name));
}
