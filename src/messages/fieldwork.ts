import type { Fieldwork, FieldworkScope, SpeederRule } from "../model/fieldwork.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { PanelError } from "./panel.ts";

/** Seconds between two readings while a group is running and the tab is in sight; 0: only when asked. */
export const fieldworkIntervals = [0, 30, 60, 300, 900] as const;
export type FieldworkInterval = (typeof fieldworkIntervals)[number];

/** How fieldwork is looked at; kept with the panel. */
export interface FieldworkView {
  readonly scope: FieldworkScope;
  readonly rule: SpeederRule;
  readonly interval: FieldworkInterval;
}

/** Figures as far as metadata are read. */
export interface FieldworkAnswer {
  readonly view: FieldworkView;
  /** In which metadata are read; absent until they are asked for. */
  readonly version?: ApiVersion | undefined;
  /** Absent until something was read. */
  readonly fieldwork?: Fieldwork | undefined;
  readonly reading: {
    readonly state: "idle" | "reading" | "stopped";
    /** How much of the time that the survey covers is read, 0 to 1; absent where nobody can tell. */
    readonly share?: number | undefined;
  };
  /** Whether everything was read, as far as the service said at `readAt`. */
  readonly isComplete: boolean;
  /** Epoch milliseconds of this machine's clock; absent until everything was read once. */
  readonly readAt?: number | undefined;
  /** Whether a collect group is running: then readings come by themselves, at the interval. */
  readonly isRunning: boolean;
  /** The service cannot be reached, and what is known of before is shown. */
  readonly isOffline?: boolean | undefined;
  readonly error?: PanelError | undefined;
}
