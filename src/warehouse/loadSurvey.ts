import { itemSource } from "../formats/itemSource.ts";
import type { ExportResponsesOptions, NormalisedExportOptions } from "../export/exportOptions.ts";
import { allOrStop } from "../export/allOrStop.ts";
import { ExportWatch, type ExportProgress } from "../export/exportWatch.ts";
import { withFileFaults } from "../export/fileFaults.ts";
import { warningsOf } from "../export/outcome.ts";
import { SourceCopy } from "../export/sourceCopy.ts";
import { sentStructureHash } from "../export/structureFacts.ts";
import { withTemporaryFolder } from "../export/temporaryFolder.ts";
import { invalidInput } from "../model/errors.ts";
import { inEnglish, type LocalizableText } from "../model/localizable.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import { oneLine } from "../model/oneLine.ts";
import { defaultTableForm } from "../model/tabular/tableForm.ts";
import type { LoadedRows, TableChoice, Warehouse } from "./calls.ts";

export interface LoadSurveyOptions
  extends
    Pick<
      ExportResponsesOptions,
      "client" | "copies" | "copy" | "surveyId" | "lanes" | "minLanes" | "onPause"
    >,
    Partial<TableChoice> {
  readonly warehouse: Warehouse;
  /** Name of the environment variable that contains the connection string. */
  readonly connection: string;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** What is requested from the service. Default: "new". */
  readonly fresh?: ExportResponsesOptions["fresh"];
  readonly missingCodes?: MissingCodes | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

export interface LoadResult extends Omit<LoadedRows, "warnings" | "endDateTime"> {
  /** Time at which the responses were complete: ISO 8601, UTC. */
  readonly asOf: string;
  /** Sentences in English. */
  readonly warnings: readonly string[];
  readonly warningTexts: readonly LocalizableText[];
}

/**
 * Updates a survey's copy as an export does, and then the tables of a database that speaks PostgreSQL's protocol: one with a
 * row per response, one with a row per answer, and the codebook. If it is interrupted, the next load continues from there.
 * @throws SurveyErrors of the client and the copy; "invalid-input", "too-large" and "warehouse-fault" of the tables, which
 * reveal nothing about the connection but the name of its variable
 */
export function loadSurvey(options: LoadSurveyOptions): Promise<LoadResult> {
  const { environment = process.env, connection } = options;
  const connectionString = environment[connection]?.trim() ?? "";
  if (connectionString === "") {
    throw invalidInput(
      "The environment variable {0} is empty or not set. Set it to the connection string of the database, such as postgresql://account@host/database.",
      connection,
    );
  }
  return withTemporaryFolder((folder) =>
    load(exportOf(options, `${folder}/load`), options, connectionString),
  );
}

/**
 * Returns the options of an export with the same copy.
 * @param file path beside which a copy that is read anew is stored
 */
function exportOf(options: LoadSurveyOptions, file: string): NormalisedExportOptions {
  const { client, copies, copy, surveyId, fresh = "new" } = options;
  const { lanes, minLanes, onPause, signal, onProgress } = options;
  return {
    ...{ client, copies, copy, surveyId, fresh, lanes, minLanes, onPause, onProgress, file },
    ...{ kind: "responses", format: "ndjson", toolVersion: "", query: {}, earlier: undefined },
    signal: signal ?? new AbortController().signal,
    startedAt: new Date().toISOString(),
  };
}

async function load(
  reading: NormalisedExportOptions,
  options: LoadSurveyOptions,
  connectionString: string,
): Promise<LoadResult> {
  const { signal, file, client } = reading;
  const { surveyId, schema, table, connection: variable, missingCodes } = options;
  const { cells, multiSelect } = { ...defaultTableForm, ...options.form };
  const source = await withFileFaults(file, () => SourceCopy.open(reading));
  try {
    const watch = new ExportWatch(options.onProgress);
    const stop = new AbortController();
    const [sent] = await allOrStop(stop, [
      source.structure,
      source.bringUpToDate(AbortSignal.any([signal, stop.signal]), watch),
    ]);
    const write = async () =>
      options.warehouse.load(
        {
          ...{ surveyId, schema, table, variable, connectionString },
          form: { cells, multiSelect },
          source: { ...itemSource(client, sent, "responses", {}), missingCodes },
          items: await source.items(),
          asOf: source.asOf,
          structureHash: sentStructureHash(client, sent.survey),
        },
        { signal, onProgress: watch.converting },
      );
    const written = await write().catch(async (error: unknown) => {
      if (!(await source.wasReplaced().catch(() => false))) {
        throw error;
      }
      await source.bringUpToDate(signal, watch);
      return write();
    });
    // The tables are complete, even if another program is using the survey's copy, which is to be replaced.
    await source.adoptOrRemove().catch(() => undefined);
    const warningTexts = [...warningsOf(source, written, reading), ...written.warnings];
    const { endDateTime: _, ...loaded } = written;
    return {
      ...loaded,
      asOf: source.asOf,
      warnings: warningTexts.map((it) => oneLine(inEnglish(it))),
      warningTexts,
    };
  } finally {
    await source.close();
  }
}
