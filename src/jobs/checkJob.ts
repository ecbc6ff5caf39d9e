import {
  connectionStages,
  tryConnection,
  tryVersions,
  type ConnectionOutcome,
  type ConnectionStage,
  type VersionOutcome,
} from "../client/connection.ts";
import type { SurveyClientOptions } from "../client/surveyClient.ts";
import { localizable, plural, sentences, type LocalizableText } from "../model/localizable.ts";
import { apiVersions } from "../model/survey.ts";
import { wording } from "../model/wordings.ts";

export interface FoundCheck {
  readonly name: ConnectionStage;
  readonly ok: boolean;
  /** What was found; if something is wrong, also what to do. */
  readonly text: LocalizableText;
}

/** Checks what a data space needs to be readable, and returns the result of each check. Rejects only if it is cancelled. */
export async function checkJob(
  { address, ...options }: SurveyClientOptions,
  signal: AbortSignal,
): Promise<readonly FoundCheck[]> {
  const outcome = await tryConnection(address, options, signal);
  const { routes: _, version, ...anyVersion } = address;
  const tries = outcome.ok || outcome.known >= connectionStages.indexOf("version");
  const others = tries ? apiVersions.filter((it) => it !== version) : [];
  const tried = await tryVersions(anyVersion, options, signal, others);
  const alsoAnswering = tried.filter((it) => it.outcome.ok);
  const found: Readonly<Record<ConnectionStage, LocalizableText>> = {
    address: localizable("{0} can be reached.", address.baseUrl),
    TLS: localizable("The connection is encrypted, and the certificate is trusted."),
    credentials: localizable("The Space ID and the API key are accepted."),
    version: localizable("{0} is available.", address.version),
    "first page": outcome.ok ? surveysFound(outcome) : sentences(),
  };
  return connectionStages.map((name, index): FoundCheck => {
    const ok = outcome.ok || index < outcome.known;
    const text = ok ? found[name] : problemOf(outcome, name);
    return { name, ok, text: name === "version" ? withOthers(text, alsoAnswering, ok) : text };
  });
}

export function checkTitle(name: ConnectionStage): LocalizableText {
  switch (name) {
    case "address":
      return localizable("Address");
    case "TLS":
      return localizable("Encryption and certificate");
    case "credentials":
      return localizable("Space ID and API key");
    case "version":
      return localizable("API version");
    case "first page":
      return localizable("First page of surveys");
  }
}

function problemOf(outcome: ConnectionOutcome, name: ConnectionStage): LocalizableText {
  return !outcome.ok && outcome.failedAt === name ? outcome.error.text : localizable("Skipped");
}

function withOthers(
  text: LocalizableText,
  others: readonly VersionOutcome[],
  ok: boolean,
): LocalizableText {
  if (others.length === 0) {
    return text;
  }
  const versions = others.map((it) => it.version).join(", ");
  const more = ok
    ? localizable("Also available: {0}.", versions)
    : sentences(localizable("Available: {0}.", versions), wording("changeVersion"));
  return sentences(text, more);
}

function surveysFound({ surveys, more }: { surveys: number; more: boolean }): LocalizableText {
  return more
    ? plural(surveys, {
        one: "{0} survey on the first page; there are more.",
        other: "{0} surveys on the first page; there are more.",
      })
    : plural(surveys, { one: "{0} survey", other: "{0} surveys" });
}
