import type { ConversionProgress, ConvertedItems } from "../export/conversion.ts";
import type { ItemSource } from "../formats/calls.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { TableForm } from "../model/tabular/tableForm.ts";

/*
 * Filling tables takes seconds to minutes, so it is done in a worker, which alone loads what speaks to a database; the host
 * talks to it by these messages-only types.
 */

/** Which tables, and how responses become them. */
export interface TableChoice {
  /** An existing schema; absent: the one that the connection finds first. */
  readonly schema?: string | undefined;
  /** Of the table with a row a response; what others are called begins with it. Absent: from the survey's ID. */
  readonly table?: string | undefined;
  readonly form: Pick<TableForm, "cells" | "multiSelect">;
}

export interface LoadJob extends TableChoice {
  readonly source: ItemSource;
  readonly items: ConvertedItems;
  readonly surveyId: string;
  /** When the responses were all that the service had: ISO 8601, UTC. */
  readonly asOf: string;
  readonly structureHash: string | undefined;
  /** Of the environment variable, for messages. */
  readonly variable: string;
  /** A secret: for the driver alone. */
  readonly connectionString: string;
}

export interface LoadedRows {
  /** With their schema. */
  readonly tables: readonly string[];
  /** Responses that the tables had not. */
  readonly inserted: number;
  /** Responses that stood there with other content. */
  readonly replaced: number;
  /** Responses that the survey has no more. */
  readonly removed: number;
  /** All that are in the tables now. */
  readonly responses: number;
  /** The newest time of a response; absent where none can be told. */
  readonly endDateTime?: string | undefined;
  readonly warnings: readonly LocalizableText[];
}

/** What the worker does. It rejects with a SurveyError; "cancelled" where it was cancelled. */
export interface WarehouseCalls {
  load(job: LoadJob): Promise<LoadedRows>;
}

/** What the worker tells meanwhile. */
export interface WarehouseEvents {
  readonly progress: ConversionProgress;
}

interface Loading {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
}

/** The worker, as the host sees it. */
export interface Warehouse {
  load(job: LoadJob, loading: Loading): Promise<LoadedRows>;
}
