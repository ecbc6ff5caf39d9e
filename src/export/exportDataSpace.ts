import { SurveyError, type ErrorCode } from "../model/errors.ts";
import { localizable, inEnglish, sentences, type LocalizableText } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { SurveySummary } from "../model/survey.ts";
import type { DataSpaceSource, SerialSource } from "../reader/responseSource.ts";
import { DataSpaceFolder, checkDataSpaceFolder } from "./exportDataSpaceFolder.ts";
import { exportSurveyFolder } from "./exportDataSpaceSurvey.ts";
import type { ExportResponsesOptions } from "./exportOptions.ts";
import type { ExportProgress } from "./exportWatch.ts";
import { fileFault } from "./fileFaults.ts";
import { isTransient, pause, type OnPause } from "./pause.ts";
import { withFileLock } from "./targetFiles.ts";

export interface ExportDataSpaceOptions extends Pick<
  ExportResponsesOptions,
  "copies" | "signal" | "onPause" | "toolVersion"
> {
  /** Client of v3: the files have the form of v3. */
  readonly client: DataSpaceSource;
  /** Client of v1, the only version that sends serials. */
  readonly serials: SerialSource;
  /** Default: all surveys. */
  readonly surveyIds?: readonly string[] | undefined;
  /** Absolute path of a folder that does not exist, is empty, or holds an unfinished export of the same surveys. */
  readonly directory: string;
  /** Called after every page, before a wait, and when a survey is begun. */
  readonly onProgress?: ((progress: ExportDataSpaceProgress) => void) | undefined;
}

export interface ExportDataSpaceProgress {
  /** Number of the survey that is being read, from 1; `surveys`: how many there are. */
  readonly survey: number;
  readonly surveys: number;
  readonly label: string;
  /** Progress of its responses; undefined before the first page. */
  readonly reading?: ExportProgress | undefined;
}

export interface ExportDataSpaceResult {
  readonly directory: string;
  readonly surveys: number;
  /** Responses of all surveys. */
  readonly responses: number;
  /** Sentences in English; empty if there are no warnings. */
  readonly warnings: readonly string[];
  /** The same warnings, translatable. */
  readonly warningTexts: readonly LocalizableText[];
}

/**
 * Writes surveys with their collect groups and responses as a data space directory, which the local data space opens
 * (`loadDirectory`). Everything is byte for byte as the service sent it; the key in `dataspace.json` is a new one.
 *
 * If the export fails or is cancelled, the directory is not a data space yet, and the same call continues it: surveys that
 * are complete are not read again. An existing data space directory is refused and stays unchanged.
 * @throws SurveyError "file-exists" or "invalid-input" for the directory, "not-found" for a survey, before anything is
 * written; later also errors of the client
 */
export async function exportDataSpace(
  options: ExportDataSpaceOptions,
): Promise<ExportDataSpaceResult> {
  const { client, directory, signal } = options;
  return withFileLock(directory, async () => {
    try {
      return await new DataSpaceExport(options, await client.spaceMark({ signal })).run();
    } catch (error) {
      throw fileFault(error, directory);
    }
  });
}

class DataSpaceExport {
  readonly #options: ExportDataSpaceOptions;
  readonly #spaceMark: string;
  readonly #onPause: OnPause | undefined;
  /** True if `onPause` has rejected, which ends the export. */
  #isOver = false;

  constructor(options: ExportDataSpaceOptions, spaceMark: string) {
    const { onPause } = options;
    this.#options = options;
    this.#spaceMark = spaceMark;
    this.#onPause =
      onPause &&
      (async (reason, signal) => {
        try {
          await onPause(reason, signal);
        } catch (error) {
          this.#isOver = true;
          throw error;
        }
      });
  }

  async run(): Promise<ExportDataSpaceResult> {
    const { client, directory, surveyIds, toolVersion } = this.#options;
    const startedAt = new Date().toISOString();
    const choice = { dataSpace: client.dataSpace, spaceMark: this.#spaceMark, surveyIds };
    await checkDataSpaceFolder(directory, choice);
    const surveys = await this.#chosen();
    const folder = await DataSpaceFolder.open(directory, choice);
    const leftOut: LocalizableText[] = [];
    try {
      for (const [index, survey] of surveys.entries()) {
        if (!folder.done.has(survey.surveyId)) {
          const problem = await this.#survey(folder, survey, index + 1, surveys.length);
          leftOut.push(...(problem === undefined ? [] : [problem]));
        }
      }
    } catch (error) {
      throw withResumeAdvice(error, directory);
    }
    const done = [...folder.done.values()];
    const ofSurveys = done.flatMap(({ label, surveyId, warnings: its }) =>
      its.map((it) => sentences(`${label === "" ? surveyId : label}:`, it)),
    );
    const warningTexts = [...leftOut, ...ofSurveys];
    const result: ExportDataSpaceResult = {
      directory,
      surveys: done.length,
      responses: done.reduce((sum, it) => sum + it.responses, 0),
      warnings: warningTexts.map((it) => oneLine(inEnglish(it))),
      warningTexts,
    };
    await folder.finish(client.dataSpace, {
      manifest: 1,
      kind: "dataSpace",
      dataSpace: client.dataSpace,
      baseUrl: client.baseUrl,
      apiVersion: client.version,
      surveyIds,
      startedAt,
      finishedAt: new Date().toISOString(),
      responses: result.responses,
      warnings: result.warnings,
      tool: { name: "survey-explorer", version: toolVersion },
    });
    return result;
  }

  /** Returns the surveys to export, newest created first. */
  async #chosen(): Promise<SurveySummary[]> {
    const { client, surveyIds, signal } = this.#options;
    const listed = await this.#withRetries(async () => {
      // Keyed by id: the list may change between its pages, so that a survey comes twice.
      const found = new Map<string, SurveySummary>();
      for await (const survey of client.listSurveys({ signal })) {
        found.set(survey.surveyId, survey);
      }
      return found;
    }).catch((error: unknown) => {
      throw aboutVersion(error);
    });
    const unknown = surveyIds?.filter((it) => !listed.has(it)) ?? [];
    if (unknown.length > 0) {
      const ids = unknown
        .slice(0, 5)
        .map((it) => `"${it}"`)
        .join(", ");
      throw SurveyError.of(
        "not-found",
        'The data space "{0}" has no survey {1}. Nothing was written. The list of surveys has the IDs.',
        client.dataSpace,
        unknown.length > 5 ? `${ids} …` : ids,
      );
    }
    const wanted = surveyIds && new Set(surveyIds);
    return [...listed.values()].filter((it) => wanted?.has(it.surveyId) ?? true);
  }

  /** @returns why the survey was left out, if it was */
  async #survey(
    folder: DataSpaceFolder,
    summary: SurveySummary,
    survey: number,
    surveys: number,
  ): Promise<LocalizableText | undefined> {
    const { client, surveyIds, signal, onProgress } = this.#options;
    const { surveyId, label } = summary;
    const notify = (reading?: ExportProgress) => onProgress?.({ survey, surveys, label, reading });
    notify();
    let structure: Uint8Array;
    try {
      structure = await this.#withRetries(() => client.rawSurvey(surveyId, { signal }));
    } catch (error) {
      // If all surveys are exported, leave out one that is deleted meanwhile, or whose id no request can carry.
      if (!surveyIds && error instanceof SurveyError && unreadable.has(error.code)) {
        return localizable('The survey "{0}" ({1}) was left out: {2}', label, surveyId, error.text);
      }
      throw error;
    }
    const place = await folder.place(surveyId);
    const warnings = await exportSurveyFolder({
      ...this.#options,
      summary,
      structure,
      place,
      onPause: this.#onPause,
      onProgress: notify,
      withRetries: (work) => this.#withRetries(work),
    });
    await folder.keep(surveyId, warnings);
    return undefined;
  }

  /** Runs the work. If it fails with an error that may pass, retries it after a pause. */
  async #withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!this.#onPause || this.#isOver || !isTransient(error)) {
          throw error;
        }
        await pause(this.#options, this.#spaceMark, this.#onPause, error);
      }
    }
  }
}

const unreadable: ReadonlySet<ErrorCode> = new Set(["not-found", "invalid-input"]);

/** Errors of a service that does not have v3, or has it at another route. */
const strange: ReadonlySet<ErrorCode> = new Set(["not-found", "rejected", "malformed-answer"]);

function aboutVersion(error: unknown): unknown {
  return error instanceof SurveyError && strange.has(error.code)
    ? new SurveyError(
        error.code,
        sentences(
          error.text,
          localizable(
            "A complete data space is always exported through API v3; routes in the settings apply to their own version only.",
          ),
        ),
        { cause: error },
      )
    : error;
}

function withResumeAdvice(error: unknown, directory: string): unknown {
  const told = fileFault(error, directory);
  if (!(told instanceof SurveyError)) {
    return told;
  }
  return new SurveyError(
    told.code,
    sentences(
      told.text,
      localizable(
        "Loaded responses are kept in {0}. Export into the same folder again to continue.",
        directory,
      ),
    ),
    { cause: told },
  );
}
