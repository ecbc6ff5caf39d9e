import { stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { isCancelled, SurveyError, type ErrorCode } from "../model/errors.ts";
import { issuesText } from "../model/issueText.ts";
import {
  localizable,
  inEnglish,
  plural,
  sentences,
  type LocalizableText,
} from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { SurveySummary } from "../model/survey.ts";
import { isDateTime } from "../model/time.ts";
import type { DataSpaceSource, SerialSource } from "../reader/responseSource.ts";
import { removeTrashIn } from "../store/databaseFile.ts";
import { exportedItems } from "./exportedItems.ts";
import type { ExportResponsesOptions } from "./exportOptions.ts";
import { exportResponses } from "./exportResponses.ts";
import { writeManifest, readManifest } from "./manifest.ts";
import { surveyManifest } from "./exportSurvey.ts";
import { removeUnfinished, targetFiles, writeAtomically } from "./targetFiles.ts";

export interface SurveyFolderOptions extends Pick<
  ExportResponsesOptions,
  "copies" | "signal" | "onPause" | "onProgress" | "toolVersion"
> {
  readonly client: DataSpaceSource;
  readonly serials: SerialSource;
  /** The survey's entry in the list of surveys. */
  readonly summary: SurveySummary;
  /** The survey's JSON, as sent. */
  readonly structure: Uint8Array;
  /** Folder to write into. What an earlier attempt left there is continued. */
  readonly place: string;
  /** Runs work, and retries it after a pause if need be. */
  readonly withRetries: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Writes a survey's files in a data space directory, each item as the service sent it, and manifests for its structure
 * and its responses. The manifest of the structure is written last, and has the warnings about the folder.
 * @returns the warnings of both manifests
 * @throws SurveyError of the client, "file-fault"
 */
export async function exportSurveyFolder(options: SurveyFolderOptions): Promise<LocalizableText[]> {
  const { client, summary, structure, place, withRetries, toolVersion } = options;
  const { surveyId } = summary;
  const startedAt = new Date().toISOString();
  const file = join(place, "survey.json");
  await writeAtomically(file, structure);
  const groups = await withRetries(() => collectGroups(options));
  await writeAtomically(join(place, "collect-groups.json"), groups.content);

  const responses = join(place, "responses.ndjson");
  const isThere = (await stat(responses).catch(() => undefined)) !== undefined;
  if (isThere) {
    // The process may have ended before it removed what it had read.
    await removeUnfinished(responses);
    removeTrashIn(place);
  }
  const ofResponses = isThere
    ? (await readManifest(targetFiles(responses).manifest)).warnings.map((it) => sentences(it))
    : (
        await withRetries(() =>
          exportResponses({
            ...options,
            surveyId,
            kind: "responses",
            file: responses,
            format: "ndjson",
            // The folder's own check allows another name of the same data space.
            resume: "fitting",
            purpose: "dataSpace",
          }),
        )
      ).warningTexts;
  const warnings = [
    ...misfits(summary, structure),
    ...groups.warnings,
    ...(await unloadable(options, responses)),
  ];
  const texts = warnings.map((it) => oneLine(inEnglish(it)));
  const { label } = summary;
  const facts = { surveyId, label, structure, content: structure, startedAt, toolVersion };
  await writeManifest(file, surveyManifest(client, { ...facts, warnings: texts }));
  return [...warnings, ...ofResponses];
}

const loose = z.looseObject({});

/** Returns warnings about what the local data space will answer differently from the service. */
function misfits(summary: SurveySummary, structure: Uint8Array): LocalizableText[] {
  const survey = loose.safeParse(jsonOf(structure)).data ?? {};
  const warnings: LocalizableText[] = [];
  if (survey["surveyId"] !== summary.surveyId) {
    warnings.push(
      localizable(
        'The structure does not have the requested surveyId "{0}": the local data space may not open it, or may show the survey with another ID.',
        summary.surveyId,
      ),
    );
  }
  const lacking = (["createdAt", "updatedAt"] as const).filter(
    (it) => summary[it] !== undefined && survey[it] === undefined,
  );
  if (lacking.length > 0) {
    warnings.push(
      localizable(
        "A data space directory has no field for {0}, which the list of surveys has.",
        lacking.join(", "),
      ),
    );
  }
  return warnings;
}

interface CollectGroupsFile {
  readonly content: Buffer;
  readonly warnings: readonly LocalizableText[];
}

async function collectGroups(options: SurveyFolderOptions): Promise<CollectGroupsFile> {
  const { client, summary, signal } = options;
  const list = await client.rawCollectGroups(summary.surveyId, { signal });
  const groups = await Promise.all(
    client
      .rawItems(list)
      .map((it) => collectGroup(options, it.collectGroupId, list.subarray(it.start, it.end))),
  );
  const content = groups.flatMap((it, index) => [
    Buffer.from(index === 0 ? "\n" : ",\n"),
    it.content,
  ]);
  return {
    content: Buffer.concat([Buffer.from("["), ...content, Buffer.from("\n]\n")]),
    warnings: groups.flatMap((it) => it.warnings),
  };
}

const groupFacts = z.looseObject({
  surveyId: z.string().nullish(),
  channel: z.string().nullish(),
  serial: z.string().nullish(),
});

/** Returns a collect group's detail, with its serial if it has one. */
async function collectGroup(
  options: SurveyFolderOptions,
  id: string | undefined,
  listed: Uint8Array,
): Promise<CollectGroupsFile> {
  if (id === undefined || id === "") {
    return {
      content: Buffer.from(listed),
      warnings: [
        localizable(
          "A collect group has no collectGroupId: the local data space cannot open this directory until it has one.",
        ),
      ],
    };
  }
  const { client, summary, signal } = options;
  const warnings: LocalizableText[] = [];
  let content = await client.rawCollectGroup(id, { signal }).catch((error: unknown) => {
    if (!isLacking(error)) {
      throw error;
    }
    warnings.push(
      localizable(
        'For the collect group "{0}", only the data in the list were exported: {1}',
        id,
        error.text,
      ),
    );
    return listed;
  });
  let facts = factsOf(options, id, content);
  if (isOthers(facts, summary)) {
    // If several surveys list the group, the service sends its detail for only one of them.
    const other = facts.surveyId;
    content = listed;
    facts = factsOf(options, id, content);
    warnings.push(
      isOthers(facts, summary)
        ? localizable(
            'The collect group "{0}" says that it belongs to the survey "{1}", although the survey "{2}" lists it: the local data space cannot open this directory until one of the two is changed.',
            id,
            other ?? "",
            summary.surveyId,
          )
        : localizable(
            'For the collect group "{0}" of the survey "{1}", only the data in the list were exported: the service sends the details of the one in the survey "{2}".',
            id,
            summary.surveyId,
            other ?? "",
          ),
    );
  }
  if (facts.channel !== "PUBLIC_LINK") {
    return { content: Buffer.from(content), warnings };
  }
  const serial = await serialOf(options, id);
  return typeof serial === "string"
    ? { content: withSerial(Buffer.from(content), serial), warnings }
    : { content: Buffer.from(content), warnings: [...warnings, serial] };
}

/** Returns the serial, or a warning that says why there is none. */
async function serialOf(
  { serials, signal }: SurveyFolderOptions,
  id: string,
): Promise<string | LocalizableText> {
  return serials.getCollectGroupSerial(id, { signal }).catch((error: unknown) => {
    if (!isLacking(error) && !isOtherVersions(error)) {
      throw error;
    }
    return localizable(
      'The serial of the collect group "{0}" is missing. Only API v1 has it, and did not send it: {1} The local data space generates one.',
      id,
      error.text,
    );
  });
}

function factsOf({ client }: SurveyFolderOptions, id: string, group: Uint8Array) {
  const facts = groupFacts.safeParse(jsonOf(group));
  if (!facts.success) {
    throw new SurveyError(
      "malformed-answer",
      localizable(
        'The answer of the data space "{0}" to getCollectGroup for the collect group "{1}" does not fit: {2}. Contact the service operator.',
        client.dataSpace,
        id,
        issuesText(facts.error),
      ),
      { cause: facts.error },
    );
  }
  return facts.data;
}

function isOthers({ surveyId }: z.output<typeof groupFacts>, survey: SurveySummary): boolean {
  return (surveyId ?? survey.surveyId) !== survey.surveyId;
}

/** Returns true if the service says that it does not have the thing. */
function isLacking(error: unknown): error is SurveyError {
  return isOneOf(error, ["not-found", "invalid-input"]);
}

/**
 * Returns true for errors of a service that does not have the version. Cancelled, signed out and offline are not among them.
 */
function isOtherVersions(error: unknown): error is SurveyError {
  return isOneOf(error, [
    "forbidden",
    "malformed-answer",
    "redirect",
    "rejected",
    "server-fault",
    "too-large",
    "unauthorized",
  ]);
}

function isOneOf(error: unknown, codes: readonly ErrorCode[]): error is SurveyError {
  return error instanceof SurveyError && !isCancelled(error) && codes.includes(error.code);
}

/**
 * Adds the serial at the end of the object and leaves every other byte as it is. If the object has a serial already, readers
 * use the last one.
 */
function withSerial(group: Buffer, serial: string): Buffer {
  const end = group.lastIndexOf("}");
  return Buffer.concat([
    group.subarray(0, end),
    Buffer.from(`,"serial":${JSON.stringify(serial)}`),
    group.subarray(end),
  ]);
}

/** Longest line that the local data space loads, in bytes. */
const longestLine = 1024 * 1024;

/** Returns a warning about responses that lack what the local data space requires and the service need not send. */
async function unloadable(
  { client, signal }: SurveyFolderOptions,
  file: string,
): Promise<LocalizableText[]> {
  let count = 0;
  for await (const { items } of exportedItems({ file, format: "ndjson", source: client, signal })) {
    for (const { id, finishedAt, start, end } of items) {
      const fits =
        id && finishedAt !== undefined && isDateTime(finishedAt) && end - start <= longestLine;
      count += Number(!fits);
    }
  }
  return count === 0
    ? []
    : [
        plural(count, {
          one: "{0} response has no responseId, no valid finishedAt, or is larger than 1 MiB. It was exported, but the local data space cannot open a directory that has it.",
          other:
            "{0} responses have no responseId, no valid finishedAt, or are larger than 1 MiB. They were exported, but the local data space cannot open a directory that has them.",
        }),
      ];
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString("utf8"));
}
