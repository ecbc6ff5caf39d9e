import { createHash } from "node:crypto";
import * as z from "zod";
import { elements, members } from "../../protocol/jsonSlices.ts";
import { collectGroup, collectGroupListItem, survey, surveyListItem } from "../../protocol/v3.ts";
import type { StoredCollectGroup, StoredSurvey } from "../../store/store.ts";
import { localizable, sentences } from "../../model/localizable.ts";
import { decodeAt, faultAt, slicingAt } from "./faults.ts";
import { identifier } from "./identifier.ts";
import { rawPick } from "./raw.ts";

const surveySchema = survey.extend({ surveyId: identifier });
const collectGroupsSchema = z.array(
  collectGroup.extend({ collectGroupId: identifier, serial: z.string().nullish() }),
);

/** A collect group to store. `running` is used to tell whether the survey is running. */
export interface LoadedCollectGroup extends StoredCollectGroup {
  readonly running: boolean;
}

/**
 * Reads `survey.json`. The detail is the file's text, the list item a part of it.
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
 * Reads `collect-groups.json`. Returns the groups in order of creation. A detail is the file's text without `serial`, which
 * has an operation of its own. A list item has the fields that API.md lists for it.
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

// Derived from the id, so that it is the same at every start.
function madeSerial(collectGroupId: string): string {
  return createHash("sha256").update(collectGroupId).digest("hex").slice(0, 10).toUpperCase();
}
