import { createHash } from "node:crypto";
import * as z from "zod";
import { elements, members } from "../../protocol/jsonSlices.ts";
import { collectGroup, collectGroupListItem, survey, surveyListItem } from "../../protocol/v3.ts";
import type { StoredCollectGroup, StoredSurvey } from "../../store/store.ts";
import { localizable, sentences } from "../../model/localizable.ts";
import { decodeAt, faultAt, slicingAt } from "./faults.ts";
import { rawPick } from "./raw.ts";

const surveySchema = survey.extend({ surveyId: z.string().min(1) });
const collectGroupsSchema = z.array(
  collectGroup.extend({ collectGroupId: z.string().min(1), serial: z.string().nullish() }),
);

/** A collect group to store, and what the survey wants to know of it. */
export interface LoadedCollectGroup extends StoredCollectGroup {
  readonly running: boolean;
}

/**
 * Reads `survey.json`. The detail is the file's own text, and the list item is cut from it.
 * @throws SurveyError "invalid-input" with file and line
 */
export function readSurvey(file: string, bytes: Buffer): Omit<StoredSurvey, "running"> {
  const value = decodeAt({ file }, bytes, surveySchema);
  const item = slicingAt({ file }, () =>
    rawPick(bytes, members(bytes), (name) => Object.hasOwn(surveyListItem.shape, name)),
  );
  return {
    surveyId: value.surveyId,
    createdAt: value.createdAt ?? "",
    listItem: item,
    detail: bytes.toString().trim(),
  };
}

/**
 * Reads `collect-groups.json`, in order of creation. A detail is the file's own text without `serial`, which has an
 * operation of its own; a list item has the fields that API.md names for it.
 * @throws SurveyError "invalid-input" with file and line
 */
export function readCollectGroups(
  file: string,
  bytes: Buffer,
  surveyId: string,
): LoadedCollectGroup[] {
  const values = decodeAt({ file }, bytes, collectGroupsSchema);
  const slices = slicingAt({ file }, () =>
    elements(bytes).map((it) => members(bytes, it.start, it.end)),
  );
  const known = new Set<string>();
  const groups = values.map((value, index) => {
    if (known.has(value.collectGroupId)) {
      throw faultAt(
        { file },
        sentences(
          `[${index}].collectGroupId:`,
          localizable(
            "{0} is in this file already; it must be unique in a survey.",
            value.collectGroupId,
          ),
        ),
      );
    }
    known.add(value.collectGroupId);
    const found = slices[index] ?? [];
    if (value.surveyId != null && value.surveyId !== surveyId) {
      throw faultAt(
        { file },
        sentences(
          `[${index}].surveyId:`,
          localizable("it is {0}, but the survey of this folder is {1}.", value.surveyId, surveyId),
        ),
      );
    }
    return {
      createdAt: value.createdAt ?? "",
      collectGroupId: value.collectGroupId,
      serial: value.serial ?? madeSerial(value.collectGroupId),
      running: value.state === "RUNNING",
      listItem: rawPick(bytes, found, (it) => Object.hasOwn(collectGroupListItem.shape, it)),
      detail: rawPick(bytes, found, (it) => it !== "serial"),
    };
  });
  return groups
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
    .map(({ createdAt: _, ...group }) => group);
}

// The same at every start, so that what was made with it stays right.
function madeSerial(collectGroupId: string): string {
  return createHash("sha256").update(collectGroupId).digest("hex").slice(0, 10).toUpperCase();
}
