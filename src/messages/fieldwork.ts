import type { Fieldwork, FieldworkScope, SpeederRule } from "../model/fieldwork.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { PanelError } from "./panel.ts";

/** Seconds between two readings while a group is running and the tab is visible; 0: only on request. */
export const fieldworkIntervals = [0, 30, 60, 300, 900] as const;
export type FieldworkInterval = (typeof fieldworkIntervals)[number];

/** How the fieldwork is shown; saved with the panel. */
export interface FieldworkView {
  readonly scope: FieldworkScope;
  readonly rule: SpeederRule;
  readonly interval: FieldworkInterval;
}

/** Figures from the metadata read so far. */
export interface FieldworkAnswer {
  readonly view: FieldworkView;
  /** Version in which the metadata are read; `undefined` until they are requested. */
  readonly version?: ApiVersion | undefined;
  /** `undefined` until something has been read. */
  readonly fieldwork?: Fieldwork | undefined;
  readonly reading: {
    readonly state: "idle" | "reading" | "stopped";
    /** Share of the survey's time span that has been read, 0 to 1; `undefined` if unknown. */
    readonly share?: number | undefined;
  };
  /** True if everything that the service had at `readAt` has been read. */
  readonly isComplete: boolean;
  /** Epoch milliseconds of this machine's clock; `undefined` until everything has been read once. */
  readonly readAt?: number | undefined;
  /**
   * True if a collect group is running, so that readings start automatically at the interval; `undefined` if the collect
   * groups could not be read.
   */
  readonly isRunning: boolean | undefined;
  /** True if the service cannot be reached and older data are shown. */
  readonly isOffline?: boolean | undefined;
  readonly error?: PanelError | undefined;
}
