import { createInterface } from "node:readline";
import type { SpaceCredentials } from "../client/authorization.ts";
import { invalidInput } from "../model/errors.ts";

const names = { spaceId: "SURVEY_EXPLORER_SPACE_ID", apiKey: "SURVEY_EXPLORER_API_KEY" };

/** Returns the suffix of a data space's environment variables. Needed if there are several data spaces. */
export function suffixOf(dataSpace: string): string {
  return dataSpace.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
}

/**
 * Returns an environment variable of a data space: its own (with the suffix), or else the one for all data spaces.
 * @param dataSpace undefined: only the variable for all data spaces
 * @returns undefined if the variable is not set or empty
 */
export function variableOf(
  environment: NodeJS.ProcessEnv,
  name: string,
  dataSpace?: string,
): string | undefined {
  const own = dataSpace === undefined ? undefined : environment[`${name}_${suffixOf(dataSpace)}`];
  const found = own ?? environment[name];
  return found === "" ? undefined : found;
}

/** Tells whether a data space has a variable of its own for its Space ID or its API key. */
export function hasCredentials(environment: NodeJS.ProcessEnv, dataSpace: string): boolean {
  const suffix = suffixOf(dataSpace);
  return Object.values(names).some((it) => environment[`${it}_${suffix}`] !== undefined);
}

/** @throws SurveyError "invalid-input" that names the missing variable. The message contains no value. */
export function credentialsOf(
  environment: NodeJS.ProcessEnv,
  dataSpace?: string,
): SpaceCredentials {
  const spaceId = variableOf(environment, names.spaceId, dataSpace);
  const apiKey = variableOf(environment, names.apiKey, dataSpace);
  if (spaceId === undefined || apiKey === undefined) {
    const missing = spaceId === undefined ? names.spaceId : names.apiKey;
    throw dataSpace === undefined
      ? invalidInput(
          "There are no credentials: set {0} and {1}, or write both, a line each, to standard input with --credentials -. {2} is missing.",
          names.spaceId,
          names.apiKey,
          missing,
        )
      : invalidInput(
          'There are no credentials for "{0}": set {1} and {2}, or write both, a line each, to standard input with --credentials -.',
          dataSpace,
          `${names.spaceId}_${suffixOf(dataSpace)}`,
          `${names.apiKey}_${suffixOf(dataSpace)}`,
        );
  }
  return { spaceId, apiKey };
}

/** Deletes the credentials from the environment, so that neither child processes nor reports contain them. */
export function forgetCredentials(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) {
    if (Object.values(names).some((it) => name === it || name.startsWith(`${it}_`))) {
      Reflect.deleteProperty(environment, name);
    }
  }
}

/**
 * Reads two lines for each data space: the Space ID and the API key.
 * @throws SurveyError "invalid-input" if lines are missing or empty; "cancelled"
 */
export async function readCredentials(
  input: NodeJS.ReadableStream,
  count: number,
  signal: AbortSignal,
): Promise<SpaceCredentials[]> {
  const lines: string[] = [];
  const reader = createInterface({ input, crlfDelay: Infinity, terminal: false, signal });
  try {
    for await (const line of reader) {
      // PowerShell may put a byte order mark in front.
      lines.push(lines.length === 0 ? line.replace(/^\ufeff/, "") : line);
      if (lines.length === 2 * count) {
        break;
      }
    }
  } catch {
    // The input is closed. Missing lines are reported below.
  } finally {
    reader.close();
    input.pause();
  }
  signal.throwIfAborted();
  if (lines.length < 2 * count || lines.some((it) => it === "")) {
    throw invalidInput(
      "Standard input has too few lines: --credentials - needs the Space ID and the API key, a line each, for every data space.",
    );
  }
  return Array.from({ length: count }, (_, index) => ({
    spaceId: lines[2 * index] ?? "",
    apiKey: lines[2 * index + 1] ?? "",
  }));
}
