import { SurveyError, type ErrorCode } from "../model/errors.ts";
import { localizable, plural, sentences, type LocalizableText } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { versionSupports } from "../model/versionSupport.ts";
import { isDateTime } from "../model/time.ts";
import type { NormalisedExportOptions } from "./exportOptions.ts";
import type { Manifest } from "./manifest.ts";
import type { ItemsOfSecond } from "./schemas.ts";
import type { SourceCopy } from "./sourceCopy.ts";
import { targetFiles } from "./targetFiles.ts";
import type { WrittenItems } from "./writeItems.ts";

/** Returns what a person should know about a finished export: whole sentences, none if all is well. */
export function warningsOf(
  { hasLostItems, isOwn, difference, state }: SourceCopy,
  { responses, endDateTime }: Pick<WrittenItems, "responses" | "endDateTime">,
  { client }: Pick<NormalisedExportOptions, "client">,
): LocalizableText[] {
  const { withoutId, singleLane } = state;
  const warnings: LocalizableText[] = [];
  if (hasLostItems) {
    warnings.push(
      isOwn
        ? localizable(
            "The responses kept for the unfinished export were damaged, and were loaded again.",
          )
        : localizable("The copy of the survey was damaged or removed, and was loaded again."),
    );
  }
  if (difference) {
    const gone = difference.extra + difference.doubled;
    warnings.push(
      isOwn || singleLane
        ? localizable(
            "The copy of the survey differed from the service (responses gone: {0}; added behind it: {1}), so all responses were loaded again.",
            gone,
            difference.missing,
          )
        : localizable(
            "The copy of the survey differed from the service (responses gone: {0}; added behind it: {1}), so the differing responses were loaded again.",
            gone,
            difference.missing,
          ),
    );
  }
  warnings.push(...orderWarnings(state));
  // Responses of v1 and v2 never have a responseId.
  if (withoutId > 0 && versionSupports(client.version, "responseId")) {
    warnings.push(
      plural(withoutId, {
        one: "{0} response has no responseId, so it could not be checked whether it came twice.",
        other:
          "{0} responses have no responseId, so it could not be checked whether they came twice.",
      }),
    );
  }
  if (responses > 0 && !isFrozen(endDateTime)) {
    warnings.push(
      localizable(
        "The service sent no valid time of its newest response, so the range has no fixed end: responses submitted during the export may or may not be included.",
      ),
    );
  }
  return warnings;
}

/** Returns warnings about responses that did not come as they should. */
function orderWarnings({
  doubled,
  isDisordered,
  isUnproved,
  doubt,
}: SourceCopy["state"]): LocalizableText[] {
  const warnings: LocalizableText[] = [];
  if (doubled > 0) {
    warnings.push(
      plural(doubled, {
        one: "{0} response came more than once and was written once.",
        other: "{0} responses came more than once and were written once.",
      }),
    );
  }
  if (isDisordered) {
    warnings.push(
      localizable("The responses did not come newest first. They were written as they came."),
    );
  }
  if (isUnproved && doubt === "time") {
    warnings.push(
      localizable(
        "Some responses have no submission time in the documented form (2025-03-01T09:00:00), which requests need. It could not be verified that all responses were loaded.",
      ),
    );
  } else if (isUnproved && doubt === "order") {
    warnings.push(
      localizable(
        "Without IDs, responses out of order cannot be distinguished. It could not be verified that all responses were loaded.",
      ),
    );
  }
  return warnings;
}

function isFrozen(endDateTime: string | undefined): boolean {
  return endDateTime !== undefined && isDateTime(endDateTime);
}

/** Returns the manifest of a finished export. */
export function manifestOf(
  options: NormalisedExportOptions,
  source: SourceCopy,
  written: WrittenItems &
    Pick<Manifest, "baseUrl" | "structureHash" | "table" | "warnings"> & { readonly label: string },
): Manifest {
  const { client, surveyId, kind, query, format, earlier, toolVersion } = options;
  // The export's own copy was read anew, whatever was asked for.
  const fresh = source.isOwn ? "all" : options.fresh;
  const { label, endDateTime, newest, responses, first, last, ...outcome } = written;
  return {
    dataSpace: client.dataSpace,
    apiVersion: client.version,
    survey: { surveyId, label },
    kind,
    format,
    query,
    fresh,
    asOf: source.asOf,
    range: {
      startDateTime: earlier?.startDateTime ?? query.startDateTime,
      endDateTime,
      frozen: isFrozen(endDateTime),
    },
    startedAt: source.startedAt,
    finishedAt: new Date().toISOString(),
    responses,
    pages: source.state.pages,
    first,
    last,
    // An item whose time has another form may belong to the last second without being found there.
    newest:
      source.state.doubt === "time" ? undefined : newestSecond(endDateTime, newest, earlier?.known),
    since: earlier && { sha256: earlier.sha256, known: earlier.known },
    toolVersion,
    ...outcome,
  };
}

/** Returns the items of the range's last second, in this export and in the one that it continues. */
function newestSecond(
  endDateTime: string | undefined,
  items: readonly string[],
  known: ItemsOfSecond | undefined,
): ItemsOfSecond | undefined {
  return endDateTime === undefined
    ? undefined
    : {
        finishedAt: endDateTime,
        items: known?.finishedAt === endDateTime ? [...items, ...known.items] : items,
      };
}

/** Returns the error with a text that also says what is left of the export. @param isKept false if nothing was read */
export function withAdvice(
  error: unknown,
  source: SourceCopy,
  { purpose = "export", file }: Pick<NormalisedExportOptions, "purpose" | "file">,
  isKept: boolean,
): unknown {
  if (!(error instanceof SurveyError)) {
    return error;
  }
  const advices = {
    export: isKept ? [kept(error, source, file)] : [],
    repair: [
      ...(isKept ? [localizable("Loaded responses are kept.")] : []),
      localizable("Repair again to continue."),
    ],
    verification: [],
    // The whole data space is to be continued, not this file.
    dataSpace: [],
  };
  const advice = advices[purpose];
  return advice.length === 0
    ? error
    : new SurveyError(error.code, sentences(error.text, ...advice), { cause: error });
}

/** Returns a text that says what is left of the export, and how to continue from there. */
function kept({ code }: SurveyError, { state, isOwn }: SourceCopy, file: string): LocalizableText {
  if (!isOwn) {
    return sentences(
      plural(state.loaded, {
        one: "{0} response is kept in the copy of the survey.",
        other: "{0} responses are kept in the copy of the survey.",
      }),
      code === "malformed-answer" && state.isWhole
        ? localizable("Export all responses again after the service is corrected.")
        : localizable("Export again to continue."),
    );
  }
  return sentences(
    plural(
      state.loaded,
      { one: "{0} response is kept in {1}.", other: "{0} responses are kept in {1}." },
      targetFiles(file).partial,
    ),
    unfit.has(code) && state.wholeVersion ? wording("resumeOtherwise") : wording("resume"),
  );
}

/** Errors of a conversion if the format cannot hold the table. Trying again does not help. */
const unfit: ReadonlySet<ErrorCode> = new Set(["invalid-input", "too-large"]);
