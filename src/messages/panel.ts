import { neededSignIn, SurveyError, type SignIn } from "../model/errors.ts";
import type { ApiVersion } from "../model/survey.ts";

/** What every panel's messages have in common. The host holds the truth; a panel can be lost and restored at any time. */

/** In characters; a clipboard is no place for more. */
export const longestCopy = 10_000_000;

/** A failure as a panel shows it. `action` names the button that mends it; Retry is always there. */
export interface PanelError {
  readonly message: string;
  readonly action?: SignIn | "changeVersion" | undefined;
}

/** A failure as panels show it. @param message what to tell of it, in the person's language */
export function panelError(error: unknown, message: string): PanelError {
  const needsVersion = error instanceof SurveyError && error.code === "not-in-version";
  const action = needsVersion ? "changeVersion" : neededSignIn(error);
  return action === undefined ? { message } : { message, action };
}

export type { Translations as PanelLocale } from "../model/words.ts";

/** Where a panel's data come from, for its header and footer. */
export interface PanelSource {
  readonly dataSpace: string;
  readonly apiVersion: ApiVersion;
  /** When the shown data were read, by this machine's clock: epoch milliseconds. */
  readonly readAt: number;
  /** It was kept on this machine, as the service cannot be reached. */
  readonly isOffline?: boolean | undefined;
}

/**
 * What a panel shows. The panel keeps it, beside its own view state, with `setState`: after a window reload VS Code hands
 * it back to the host, which then knows what to show again.
 */
export interface PanelSubject {
  readonly dataSpace: string;
  readonly surveyId: string;
  /** Of a panel that is about one collect group. */
  readonly collectGroupId?: string | undefined;
  /** The title of the survey, or of the group, as far as it is known before that is read. */
  readonly label?: string | undefined;
}

/** What a panel keeps with `setState`. The host reads the subject, the panel its view; each checks what it reads. */
export interface SavedPanel {
  readonly subject: PanelSubject;
  readonly view?: unknown;
}
