import { SurveyError } from "../model/errors.ts";
import { withDeadline } from "./deadline.ts";
import { keyFailure } from "./failures.ts";

export interface SpaceCredentials {
  readonly spaceId: string;
  readonly apiKey: string;
}

/** Looks up the credentials, again for every attempt; `undefined` if nobody is signed in. */
export type CredentialSource = (signal?: AbortSignal) => Promise<SpaceCredentials | undefined>;

/** Returns a source that rejects with "timeout" if a key store does not answer, and with "cancelled" at once. */
export function credentialsInTime(
  source: CredentialSource,
  of: { readonly dataSpace: string; readonly timeoutSeconds: number },
): CredentialSource {
  return (signal = new AbortController().signal) =>
    withDeadline(signal, of.timeoutSeconds, () => keyFailure(of), source);
}

/** Returns the value of the Authorization header (API.md, Authentication): standard base64 of the UTF-8, without padding. */
export function authorizationHeader(credentials: SpaceCredentials): string {
  return `Basic ${base64(pair(credentials))}`;
}

export function signedOut(dataSpace: string): SurveyError {
  return SurveyError.of(
    "signed-out",
    'You are not signed in to the data space "{0}". Sign in with its Space ID and API key.',
    dataSpace,
  );
}

/** Returns the text that is encoded for the header. */
export function pair({ spaceId, apiKey }: SpaceCredentials): string {
  return `${spaceId}:${apiKey}`;
}

/** Returns the standard base64 of the UTF-8, without padding. */
export function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64").replace(/=+$/, "");
}
