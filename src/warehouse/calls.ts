import type { ConversionProgress, ConvertedItems } from "../export/conversion.ts";
import type { ItemSource } from "../formats/calls.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { TableForm } from "../model/tabular/tableForm.ts";

/*
 * Filling tables takes seconds to minutes, so it is done in a worker. Only the worker loads the database driver. The host
 * uses it through these types, which have only what can be posted as messages.
 */

/** The tables to fill, and the form of their rows. */
export interface TableChoice {
  /** An existing schema. Default: the connection's current schema. */
  readonly schema?: string | undefined;
  /** Name of the table with a row per response; other tables' names begin with it. Default: made from the survey's ID. */
  readonly table?: string | undefined;
  readonly form: Pick<TableForm, "cells" | "multiSelect">;
}

export interface LoadJob extends TableChoice {
  readonly source: ItemSource;
  readonly items: ConvertedItems;
  readonly surveyId: string;
  /** Time at which the responses were complete: ISO 8601, UTC. */
  readonly asOf: string;
  readonly structureHash: string | undefined;
  /** Name of the environment variable, for messages. */
  readonly variable: string;
  /** A secret; only the driver may have it. */
  readonly connectionString: string;
}

export interface LoadedRows {
  /** Names of the tables with their schema. */
  readonly tables: readonly string[];
  /** Number of responses that are new in the tables. */
  readonly inserted: number;
  /** Number of responses whose content has changed. */
  readonly replaced: number;
  /** Number of responses that are gone from the survey. */
  readonly removed: number;
  /** Total number of responses in the tables. */
  readonly responses: number;
  /** Time of the newest response; absent if it is not known. */
  readonly endDateTime?: string | undefined;
  readonly warnings: readonly LocalizableText[];
}

/** Calls that the worker answers. They reject with a SurveyError, "cancelled" if they were cancelled. */
export interface WarehouseCalls {
  load(job: LoadJob): Promise<LoadedRows>;
}

/** Events that the worker emits during a call. */
export interface WarehouseEvents {
  readonly progress: ConversionProgress;
}

interface Loading {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
}

/** The host's interface to the worker. */
export interface Warehouse {
  load(job: LoadJob, loading: Loading): Promise<LoadedRows>;
}
