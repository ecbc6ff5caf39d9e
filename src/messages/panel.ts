import { neededSignIn, SurveyError, type SignIn } from "../model/errors.ts";
import type { ApiVersion } from "../model/survey.ts";

/**
 * What the messages of all panels share. The host has the authoritative state; a panel can be lost and restored at any time.
 */

/** Longest text to copy, in characters; a clipboard is not made for more. */
export const longestCopy = 10_000_000;

/** A failure as a panel shows it. `action` names the button that fixes it; Retry is always there. */
export interface PanelError {
  readonly message: string;
  readonly action?: SignIn | "changeVersion" | undefined;
}

/** Returns a failure as panels show it. @param message the text to show, in the person's language */
export function panelError(error: unknown, message: string): PanelError {
  const needsVersion = error instanceof SurveyError && error.code === "not-in-version";
  const action = needsVersion ? "changeVersion" : neededSignIn(error);
  return action === undefined ? { message } : { message, action };
}

export type { Translations as PanelLocale } from "../model/words.ts";

/** Origin of a panel's data, for its header and footer. */
export interface PanelSource {
  readonly dataSpace: string;
  readonly apiVersion: ApiVersion;
  /** Time at which the shown data were read, by this machine's clock: epoch milliseconds. */
  readonly readAt: number;
  /** True if the data were stored on this machine, because the service cannot be reached. */
  readonly isOffline?: boolean | undefined;
}

/**
 * What a panel shows. The panel saves it, with its own view state, by `setState`: after a window reload, VS Code returns it
 * to the host, which then knows what to show again.
 */
export interface PanelSubject {
  readonly dataSpace: string;
  readonly surveyId: string;
  /** Set if the panel is about one collect group. */
  readonly collectGroupId?: string | undefined;
  /** Title of the survey or the group, if it is known before that is read. */
  readonly label?: string | undefined;
}

/** What a panel saves by `setState`. The host reads the subject, the panel its view; each validates what it reads. */
export interface SavedPanel {
  readonly subject: PanelSubject;
  readonly view?: unknown;
}
