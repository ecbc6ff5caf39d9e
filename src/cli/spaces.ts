import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import type { SpaceCredentials } from "../client/authorization.ts";
import { invalidInput, SurveyError } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { apiVersions, type ApiVersion } from "../model/survey.ts";
import {
  credentialsOf,
  hasCredentials,
  readCredentials,
  suffixOf,
  variableOf,
} from "./credentials.ts";
import { missingOption } from "./usage.ts";

/** A data space as given on the command line. */
export interface ShellSpace {
  readonly name: string;
  readonly baseUrl: string;
  readonly version: ApiVersion;
  /** PEM text of a certificate authority to trust. */
  readonly ca: string | undefined;
  readonly credentials: SpaceCredentials;
  /** Maximum number of concurrent requests. Undefined: the client's default. */
  readonly concurrency?: number | undefined;
}

/** The options that name data spaces. */
export interface SpaceValues {
  readonly url?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly ca?: string | undefined;
  readonly credentials?: string | undefined;
  readonly concurrency?: string | undefined;
  /** Several data spaces, each NAME=URL or NAME=URL#VERSION. */
  readonly dataSpace?: readonly string[] | undefined;
}

export interface ProcessInput {
  readonly environment: NodeJS.ProcessEnv;
  readonly input: Readable;
  readonly signal: AbortSignal;
}

/** Returns the only data space of a command. Its name is the host of its URL. */
export async function spaceOf(values: SpaceValues, around: ProcessInput): Promise<ShellSpace> {
  const { url } = values;
  if (url === undefined) {
    throw missingOption("--url");
  }
  const name = URL.canParse(url) ? new URL(url).host : url;
  const [space] = await spacesOf([{ name, baseUrl: url, isOnly: true }], values, around);
  if (!space) {
    throw missingOption("--url");
  }
  return space;
}

/**
 * Returns the data spaces with the given names, each with its address.
 * @throws SurveyError "invalid-input" if one has no address or two, or if two would have the same environment variables
 */
export async function spacesFor(
  names: readonly string[],
  values: SpaceValues,
  around: ProcessInput,
): Promise<ShellSpace[]> {
  const { url, dataSpace = [], credentials } = values;
  const given = new Map(dataSpace.map(namedAddress));
  const twice = namesOf(dataSpace).find((it, index, all) => all.indexOf(it) < index);
  if (twice !== undefined) {
    throw invalidInput(
      'There are two addresses for "{0}". Give each --data-space another name.',
      twice,
    );
  }
  const unknown = names.filter((it) => !given.has(it));
  if (unknown.length > (url === undefined ? 0 : 1)) {
    throw invalidInput(
      "There is no address for {0}. Add --data-space NAME=URL for each, or --url if there is only one.",
      unknown.map((it) => `"${it}"`).join(", "),
    );
  }
  const suffixes = new Set(names.map(suffixOf));
  if (credentials === undefined && suffixes.size < names.length) {
    throw invalidInput(
      "The data spaces {0} would have the same environment variables. Rename one, or use --credentials -.",
      names.map((it) => `"${it}"`).join(", "),
    );
  }
  const all = [...given.keys(), ...unknown];
  const wanted = all.filter((it) => names.includes(it));
  const isOnly = wanted.length === 1;
  return spacesOf(
    wanted.map((name) => ({ name, isOnly, ...(given.get(name) ?? { baseUrl: url ?? "" }) })),
    values,
    around,
    all,
  );
}

interface NamedAddress {
  readonly name: string;
  readonly baseUrl: string;
  readonly version?: ApiVersion | undefined;
  /** True if this is the only data space, which may use the environment variables without a suffix. */
  readonly isOnly: boolean;
}

function namedAddress(text: string): [string, Pick<NamedAddress, "baseUrl" | "version">] {
  // A name may contain "=", so that it ends where the address begins, if there is one.
  const parts =
    /^(.+?)=(https?:[^#]+)(?:#(.+))?$/.exec(text) ?? /^([^=]+)=([^#]+)(?:#(.+))?$/.exec(text);
  const [, name, baseUrl = "", version] = parts ?? [];
  if (name === undefined) {
    throw invalidInput("--data-space needs NAME=URL, or NAME=URL#v2 if the version is not v3.");
  }
  return [name, { baseUrl, version: version === undefined ? undefined : versionOf(version) }];
}

/** Returns the names in the values of `--data-space`, in their order. */
export function namesOf(dataSpace: readonly string[]): string[] {
  return dataSpace.map((it) => namedAddress(it)[0]);
}

function versionOf(text: string): ApiVersion {
  const found = apiVersions.find((it) => it === text);
  if (!found) {
    throw invalidInput("The API version must be one of {0}.", apiVersions.join(", "));
  }
  return found;
}

/**
 * @param onInput names of the data spaces whose credentials standard input has, in their order: all of the options, even if
 *   some are not needed, so that no service gets the credentials of another
 */
async function spacesOf(
  addresses: readonly NamedAddress[],
  { apiVersion = "v3", ca, credentials, concurrency }: SpaceValues,
  { environment, input, signal }: ProcessInput,
  onInput: readonly string[] = addresses.map((it) => it.name),
): Promise<ShellSpace[]> {
  const version = versionOf(apiVersion);
  if (credentials !== undefined && credentials !== "-") {
    throw invalidInput(
      "--credentials takes only -, for standard input: arguments are there for all to see.",
    );
  }
  const read =
    credentials === "-" ? await readCredentials(input, onInput.length, signal) : undefined;
  return Promise.all(
    addresses.map(async ({ name, baseUrl, isOnly, ...own }): Promise<ShellSpace> => {
      const file = ca ?? variableOf(environment, "SURVEY_EXPLORER_CA", name);
      return {
        name,
        baseUrl,
        version: own.version ?? version,
        concurrency: concurrency === undefined ? undefined : Number(concurrency),
        ca: file === undefined ? undefined : await readCa(file),
        credentials: read?.[onInput.indexOf(name)] ?? credentialsFor(environment, name, isOnly),
      };
    }),
  );
}

function credentialsFor(
  environment: NodeJS.ProcessEnv,
  name: string,
  isOnly: boolean,
): SpaceCredentials {
  const isGeneral = isOnly && !hasCredentials(environment, name);
  return credentialsOf(environment, isGeneral ? undefined : name);
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(resolve(file), "utf8");
  } catch (cause) {
    throw new SurveyError(
      "certificate",
      localizable(
        "The certificate file {0} cannot be read. Check its path (--ca or SURVEY_EXPLORER_CA).",
        file,
      ),
      { cause },
    );
  }
}
