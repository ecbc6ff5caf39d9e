import { SurveyError } from "../model/errors.ts";
import { BodyLimitError } from "./body.ts";
import { ProxyError } from "./proxyTunnel.ts";

/** Why one attempt came to nothing, and whether another may fare better. */
export class AttemptFailure extends Error {
  readonly error: SurveyError;
  readonly again: boolean;
  /** Milliseconds that the service asks us to wait. */
  readonly retryAfter: number | undefined;

  constructor(error: SurveyError, again: boolean, retryAfter?: number) {
    super(error.message, { cause: error });
    this.name = "AttemptFailure";
    this.error = error;
    this.again = again;
    this.retryAfter = retryAfter;
  }
}

/** What messages name. */
export interface FailureContext {
  readonly dataSpace: string;
  readonly origin: string;
  /** Of the data space, not of the machine. */
  readonly proxy: string | undefined;
  readonly timeoutSeconds: number;
  readonly maximumBytes: number;
}

/** Certificates that cannot be trusted: asking again changes nothing. */
const certificateCodes = new Set([
  "CERT_CHAIN_TOO_LONG",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "PATH_LENGTH_EXCEEDED",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY",
  "UNABLE_TO_DECRYPT_CERT_SIGNATURE",
  "UNABLE_TO_GET_CRL",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** What node:zlib says of a body: Z_… of gzip and deflate, ERR__ERROR_… of Brotli. */
const compressionCodes = /^(Z_|ERR__ERROR_)/;

const whatHappened: Readonly<Record<string, string>> = {
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was closed",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  ENOTFOUND: "no server has that name",
  EPIPE: "the connection was closed",
  ERR_STREAM_PREMATURE_CLOSE: "the connection was closed",
  ETIMEDOUT: "it did not answer in time",
};

/** What a broken connection, an untrusted certificate or a body beyond the limits means. */
export function connectionFailure(cause: unknown, context: FailureContext): AttemptFailure {
  if (cause instanceof BodyLimitError) {
    return limitFailure(cause, context);
  }
  if (cause instanceof ProxyError) {
    return proxyFailure(cause, context);
  }
  const code = codeOf(cause);
  const { dataSpace, origin } = context;
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    const message = `The certificate of the data space "${dataSpace}" (${origin}) ${code === "CERT_HAS_EXPIRED" ? "has expired" : "is not valid yet"}. Check this machine's clock, or tell whoever runs the service.`;
    return new AttemptFailure(new SurveyError("certificate", message, { cause }), false);
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const message = `The certificate that ${origin} shows was made out to another name. Check the address of the data space "${dataSpace}".`;
    return new AttemptFailure(new SurveyError("certificate", message, { cause }), false);
  }
  if (code !== undefined && certificateCodes.has(code)) {
    const message = `The certificate of the data space "${dataSpace}" (${origin}) is not trusted on this machine. If the service has a certificate authority of its own, set caFile of this data space to the authority's PEM file.`;
    return new AttemptFailure(new SurveyError("certificate", message, { cause }), false);
  }
  if (code === "EPROTO" || code?.startsWith("ERR_SSL_") === true) {
    const message = `The data space "${dataSpace}" at ${origin} does not speak TLS 1.2 or higher there. Check the address and its port.`;
    return new AttemptFailure(new SurveyError("unreachable", message, { cause }), false);
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    const message = `The data space "${dataSpace}" sent headers larger than an answer may have, so it was given up. Tell whoever runs the service.`;
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), false);
  }
  if (code?.startsWith("HPE_") === true) {
    const message = `The data space "${dataSpace}" at ${origin} answered with what is not HTTP. Check the address and its port; if they are right, tell whoever runs the service.`;
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), true);
  }
  if (code !== undefined && compressionCodes.test(code)) {
    const message = `The data space "${dataSpace}" sent an answer that cannot be decompressed: it is damaged, or its end is missing. Try again; if it stays so, tell whoever runs the service.`;
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), true);
  }
  const reason = (code === undefined ? undefined : whatHappened[code]) ?? code ?? "it broke off";
  const message = `The data space "${dataSpace}" cannot be reached at ${origin}: ${reason}. Check the network, the proxy and the address, then try again.`;
  return new AttemptFailure(new SurveyError("unreachable", message, { cause }), true);
}

/** What the proxy of the data space answered, or why it did not. */
function proxyFailure(error: ProxyError, context: FailureContext): AttemptFailure {
  const { dataSpace, origin, proxy = "" } = context;
  const its = `The proxy ${proxy} of the data space "${dataSpace}"`;
  const failure = (message: string, again: boolean) =>
    new AttemptFailure(new SurveyError("unreachable", message, { cause: error }), again);
  const { status } = error;
  if (status === 407) {
    return failure(`${its} ${signInToProxy(error)}`, false);
  }
  if (status !== undefined && status < 500) {
    return failure(
      `${its} refuses to connect to ${origin} (HTTP ${status}). Ask whoever runs the proxy, or correct "proxy" of this data space in the setting surveyExplorer.dataSpaces.`,
      false,
    );
  }
  if (status !== undefined) {
    return failure(
      `${its} could not connect to ${origin} (HTTP ${status}). Check the address of the data space, then try again.`,
      true,
    );
  }
  const code = codeOf(error.cause) ?? "";
  const isUntrusted = /^(CERT_|ERR_TLS_CERT_)/.test(code) || certificateCodes.has(code);
  const reason = isUntrusted
    ? "its certificate is not trusted on this machine"
    : code === "EPROTO" || code.startsWith("ERR_SSL_") || code.startsWith("HPE_")
      ? "no proxy of this kind answers there"
      : (whatHappened[code] ?? (code || "it broke off"));
  return failure(
    `${its} cannot be reached: ${reason}. Check the network, and "proxy" of this data space in the setting surveyExplorer.dataSpaces, then try again.`,
    !isUntrusted,
  );
}

function signInToProxy({ challenge, hadCredentials }: ProxyError): string {
  if (!/\bbasic\b/i.test(challenge)) {
    return 'asks to be signed in to in a way that is not supported here; only Basic is. Remove "proxy" of this data space, so that VS Code\'s own setting http.proxy counts.';
  }
  return hadCredentials
    ? 'refuses the user name or the password. Enter them again by "Survey Explorer: Sign In to Proxy".'
    : 'asks for a user name and a password. Enter them by "Survey Explorer: Sign In to Proxy".';
}

/** The whole request took longer than it may. */
export function timeoutFailure(context: FailureContext): AttemptFailure {
  const { dataSpace, timeoutSeconds, proxy } = context;
  const way = proxy === undefined ? "" : ` through its proxy ${proxy}`;
  const message = `The data space "${dataSpace}" did not answer completely${way} within ${timeoutSeconds} seconds. Try again, or raise the setting surveyExplorer.request.timeout.`;
  return new AttemptFailure(new SurveyError("timeout", message), true);
}

/**
 * Whoever keeps the key does not hand it over: its owner has to unlock it first, or the window is gone and what runs here has
 * outlived it. Nothing that waits for this request may wait as long as that.
 */
export function keyFailure({ dataSpace, timeoutSeconds }: FailureContext): AttemptFailure {
  const message = `The editor did not hand over the key of the data space "${dataSpace}" within ${timeoutSeconds} seconds. Look for a dialog that asks to unlock the key store, or reload the window, then try again.`;
  return new AttemptFailure(new SurveyError("timeout", message), false);
}

function limitFailure(cause: BodyLimitError, context: FailureContext): AttemptFailure {
  const { dataSpace, maximumBytes } = context;
  if (cause.limit === "rate") {
    const message = `The data space "${dataSpace}" sends its answer too slowly, so it was given up. Check the network, then try again.`;
    return new AttemptFailure(new SurveyError("timeout", message, { cause }), true);
  }
  const megabytes = Math.floor(maximumBytes / 1_000_000);
  const message = `The data space "${dataSpace}" sent more than ${megabytes} MB in one answer, so it was given up. Tell whoever runs the service.`;
  return new AttemptFailure(new SurveyError("too-large", message, { cause }), false);
}

/** The code of the error or of what lies under it. */
function codeOf(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < 5; depth++) {
    if ("code" in current && typeof current.code === "string") {
      return current.code;
    }
    current =
      current.cause ??
      (current instanceof AggregateError ? (current.errors[0] as unknown) : undefined);
  }
  return undefined;
}
