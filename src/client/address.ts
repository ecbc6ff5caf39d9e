import { DEFAULT_MIN_VERSION } from "node:tls";
import { invalidInput, SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import type { ApiVersion } from "../model/survey.ts";
import { operationNames, pathParameters, type OperationName } from "../protocol/operation.ts";
import { paths } from "../protocol/paths.ts";

/** Address of a data space, and the version of its API. */
export interface DataSpaceAddress {
  readonly name: string;
  /** https only. May have a path, which all routes are relative to. */
  readonly baseUrl: string;
  readonly version: ApiVersion;
  /** Certificates to trust instead of the machine's own, in PEM form. */
  readonly ca?: string | undefined;
  /** Address of a proxy, instead of the one that the machine or VS Code would choose. */
  readonly proxy?: string | undefined;
  /** Paths instead of those of the protocol table, with the same `{parameters}`. */
  readonly routes?: Readonly<Partial<Record<OperationName, string>>> | undefined;
}

export interface Base {
  readonly dataSpace: string;
  readonly baseUrl: string;
  readonly version: ApiVersion;
  readonly origin: string;
  /** Path of the base address, without a slash at its end. */
  readonly prefix: string;
  readonly proxy: string | undefined;
  readonly routes: Readonly<Partial<Record<OperationName, string>>>;
}

/** Inputs of a call, as the version spells them. `undefined` values are not sent. */
export interface CallInputs {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * Returns true if an address has more than a host, a port and a path. Credentials belong in secret storage, not in settings,
 * which people share.
 */
export function hasMoreThanPath(baseUrl: string): boolean {
  // Checked as text: a parsed URL does not show an empty name or query, and not every text can be parsed.
  return (
    /[?#]/.test(baseUrl) ||
    /^\s*[a-z]+:[/\\]*[^/\\]*@/i.test(baseUrl) ||
    (baseUrl.includes("@") && !URL.canParse(baseUrl))
  );
}

/** @throws SurveyError "insecure-address" or "invalid-input" */
export function checkAddress(address: DataSpaceAddress): Base {
  const { name, baseUrl, version, proxy, routes = {} } = address;
  if (hasMoreThanPath(baseUrl)) {
    throw new SurveyError(
      "invalid-input",
      sentences(
        localizable(
          'The address of the data space "{0}" may have only a host, a port and a path.',
          name,
        ),
        wording("enterSeparately"),
      ),
    );
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url) {
    throw invalidInput(
      'The address of the data space "{0}" is not valid: "{1}". It should look like https://survey.example.com.',
      name,
      baseUrl,
    );
  }
  if (url.protocol !== "https:") {
    throw SurveyError.of(
      "insecure-address",
      'The address of the data space "{0}" begins with {1}//. Only https:// is allowed, because every request carries the API key. Change the address.',
      name,
      url.protocol,
    );
  }
  if (["TLSv1", "TLSv1.1"].includes(DEFAULT_MIN_VERSION)) {
    throw SurveyError.of(
      "insecure-address",
      "This program was started with TLS {0} allowed, but the service requires 1.2 or higher. Start it without --tls-min-v1.0 and --tls-min-v1.1.",
      DEFAULT_MIN_VERSION.slice("TLSv".length),
    );
  }
  checkWay(address);
  const prefix = url.pathname.replace(/\/+$/, "");
  return { dataSpace: name, baseUrl, version, origin: url.origin, prefix, proxy, routes };
}

function checkWay({ name, version, proxy, routes = {} }: DataSpaceAddress): void {
  const proxyFault = proxy === undefined ? undefined : proxyProblem(proxy);
  if (proxyFault) {
    // The message leaves the text out, because it may contain a password.
    throw invalidInput(
      'The proxy of the data space "{0}" cannot be used: it {1}.',
      name,
      proxyFault,
    );
  }
  for (const operation of operationNames) {
    const route = routes[operation];
    const problem = route === undefined ? undefined : routeProblem(version, operation, route);
    if (route !== undefined && problem) {
      throw invalidInput(
        'The route of {0} of the data space "{1}" cannot be used: "{2}" {3}.',
        operation,
        name,
        route,
        problem,
      );
    }
  }
}

/** Returns why a proxy cannot be used; `undefined` if it can. */
export function proxyProblem(proxy: string): LocalizableText | undefined {
  if (hasMoreThanPath(proxy)) {
    return localizable(
      'must have only a host and a port, with nothing before "@" or after "?" or "#"; user name and password are entered by "Survey Explorer: Sign In to Proxy", and kept in secret storage',
    );
  }
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.pathname === "/"
    ? undefined
    : localizable(
        "must look like http://proxy.example.com:8080; for SOCKS or PAC, use VS Code's own setting http.proxy",
      );
}

/**
 * Returns why a route cannot replace the operation's path in this version; `undefined` if it can, or if the version does not
 * have the operation and so never calls it.
 */
export function routeProblem(
  version: ApiVersion,
  name: OperationName,
  route: string,
): LocalizableText | undefined {
  const ofVersion: Readonly<Partial<Record<OperationName, string>>> = paths[version];
  const path = ofVersion[name];
  if (path === undefined) {
    return undefined;
  }
  const wanted = pathParameters(path).toSorted();
  const given = pathParameters(route).toSorted();
  if (/^\/[^?#\\]*$/.test(route) && wanted.join() === given.join()) {
    return undefined;
  }
  return wanted.length > 0
    ? localizable(
        'must be a path that begins with "/" and has these parameters: {0}',
        wanted.map((it) => `{${it}}`).join(", "),
      )
    : localizable('must be a path that begins with "/" and has no parameters');
}

/** Returns the URL to request. Whatever the inputs are, it is below the base address. */
export function urlOf(base: Base, route: string, inputs: CallInputs): URL {
  const path = route.replace(/\{([^}]+)\}/g, (_, name: string) =>
    segment(name, inputs.path?.[name]),
  );
  const url = new URL(`${base.origin}${base.prefix}${path}`);
  for (const [name, value] of Object.entries(inputs.query ?? {})) {
    if (value?.isWellFormed() === false) {
      throw unusable(name, value);
    }
    if (value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  return url;
}

function segment(name: string, value: string | undefined): string {
  // "." and ".." change the path even if they are escaped, and half a surrogate pair cannot be encoded.
  if (!value || value === "." || value === ".." || !value.isWellFormed()) {
    throw unusable(name, value ?? "");
  }
  return encodeURIComponent(value);
}

function unusable(name: string, value: string): SurveyError {
  return invalidInput('"{1}" cannot be used as {0}.', name, value);
}
