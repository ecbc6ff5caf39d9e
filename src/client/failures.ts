import { SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText, plural, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { BodyLimitError } from "./body.ts";
import { ProxyError } from "./proxyTunnel.ts";

/** Why one attempt failed, and if another may succeed. */
export class AttemptFailure extends Error {
  readonly error: SurveyError;
  readonly again: boolean;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(error: SurveyError, again: boolean, retryAfter?: number) {
    super(error.message, { cause: error });
    this.name = "AttemptFailure";
    this.error = error;
    this.again = again;
    this.retryAfter = retryAfter;
  }
}

/** What error messages name. */
export interface FailureContext {
  readonly dataSpace: string;
  readonly origin: string;
  /** Proxy of the data space, not of the machine. */
  readonly proxy: string | undefined;
  readonly timeoutSeconds: number;
  readonly maximumBytes: number;
  /** True if `maximumBytes` is the limit of a page, so that smaller pages are requested then. Default: false. */
  readonly isOfPage?: boolean | undefined;
}

/** Codes of untrusted certificates: another attempt does not help. */
const certificateCodes: ReadonlySet<string> = new Set(
  `CERT_CHAIN_TOO_LONG CERT_REJECTED CERT_REVOKED CERT_SIGNATURE_FAILURE CERT_UNTRUSTED
   DEPTH_ZERO_SELF_SIGNED_CERT INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED
   SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY
   UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_GET_CRL UNABLE_TO_GET_ISSUER_CERT
   UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE`.split(/\s+/),
);

/** Error codes of node:zlib: Z_… of gzip and deflate, ERR__ERROR_… of Brotli. */
const compressionCodes = /^(Z_|ERR__ERROR_)/;

const closed = localizable("the connection was closed");
const noRoute = localizable("there is no route to it");

const whatHappened: Readonly<Record<string, LocalizableText>> = {
  EAI_AGAIN: localizable("its name could not be looked up"),
  ECONNREFUSED: localizable("nothing listens there"),
  ECONNRESET: closed,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENOTFOUND: localizable("no server has that name"),
  EPIPE: closed,
  ERR_STREAM_PREMATURE_CLOSE: closed,
  ETIMEDOUT: localizable("it did not answer in time"),
};

/** Returns true if the certificate authority is unknown to this machine: a file with its certificate would help. */
export function isUntrusted(error: SurveyError): boolean {
  return error.code === "certificate" && certificateCodes.has(codeOf(error.cause) ?? "");
}

/** Returns the failure for a broken connection, an untrusted certificate, or a body beyond the limits. */
export function connectionFailure(cause: unknown, context: FailureContext): AttemptFailure {
  if (cause instanceof BodyLimitError) {
    return limitFailure(cause, context);
  }
  if (cause instanceof ProxyError) {
    return proxyFailure(cause, context);
  }
  const code = codeOf(cause);
  const { dataSpace, origin } = context;
  const certificate = certificateText(code, context);
  if (certificate) {
    return new AttemptFailure(new SurveyError("certificate", certificate, { cause }), false);
  }
  if (code === "EPROTO" || code?.startsWith("ERR_SSL_") === true) {
    const message = localizable(
      'The data space "{0}" at {1} does not support TLS 1.2 or higher. Check the address and its port.',
      dataSpace,
      origin,
    );
    return new AttemptFailure(new SurveyError("unreachable", message, { cause }), false);
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    const message = localizable(
      'The data space "{0}" sent too many headers. The request was ended. Contact the service operator.',
      dataSpace,
    );
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), false);
  }
  if (code?.startsWith("HPE_") === true) {
    const message = localizable(
      'The data space "{0}" at {1} did not answer with HTTP. Check the address and its port; if they are right, contact the service operator.',
      dataSpace,
      origin,
    );
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), true);
  }
  if (code !== undefined && compressionCodes.test(code)) {
    const message = localizable(
      'The data space "{0}" sent an answer that cannot be decompressed: it is damaged or incomplete. Try again; if this persists, contact the service operator.',
      dataSpace,
    );
    return new AttemptFailure(new SurveyError("malformed-answer", message, { cause }), true);
  }
  const reason = whatHappened[code ?? ""] ?? code ?? closed;
  const message = localizable(
    'The data space "{0}" cannot be reached: {2} ({1}). Check the network, the proxy and the address, then try again.',
    dataSpace,
    origin,
    reason,
  );
  return new AttemptFailure(new SurveyError("unreachable", message, { cause }), true);
}

/** Returns `undefined` if the certificate is not the problem. */
function certificateText(
  code: string | undefined,
  { dataSpace, origin }: FailureContext,
): LocalizableText | undefined {
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return localizable(
        'The certificate of the data space "{0}" has expired ({1}). Check this machine\'s clock, or contact the service operator.',
        dataSpace,
        origin,
      );
    case "CERT_NOT_YET_VALID":
      return localizable(
        'The certificate of the data space "{0}" is not valid yet ({1}). Check this machine\'s clock, or contact the service operator.',
        dataSpace,
        origin,
      );
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return localizable(
        'The certificate of {0} was issued to another name. Check the address of the data space "{1}".',
        origin,
        dataSpace,
      );
    default:
      return certificateCodes.has(code ?? "")
        ? sentences(
            localizable(
              'The certificate of the data space "{0}" ({1}) is not trusted on this machine.',
              dataSpace,
              origin,
            ),
            wording("trustAuthority"),
          )
        : undefined;
  }
}

/** Returns the failure for what the data space's proxy answered, or for why it did not answer. */
function proxyFailure(error: ProxyError, context: FailureContext): AttemptFailure {
  const { dataSpace, origin, proxy = "" } = context;
  const its = localizable('The proxy {0} of the data space "{1}"', proxy, dataSpace);
  const failure = (text: LocalizableText, again: boolean) =>
    new AttemptFailure(new SurveyError("unreachable", text, { cause: error }), again);
  const { status } = error;
  if (status === 407) {
    return new AttemptFailure(signInToProxy(its, error), false);
  }
  if (status !== undefined && status < 500) {
    return failure(
      localizable(
        '{0} refuses to connect to {1} (HTTP {2}). Contact the operator of the proxy, or correct "proxy" of this data space in the setting surveyExplorer.dataSpaces.',
        its,
        origin,
        String(status),
      ),
      false,
    );
  }
  if (status !== undefined) {
    return failure(
      localizable(
        "{0} could not connect to {1} (HTTP {2}). Check the address of the data space, then try again.",
        its,
        origin,
        String(status),
      ),
      true,
    );
  }
  const code = codeOf(error.cause) ?? "";
  const isUntrusted = /^(CERT_|ERR_TLS_CERT_)/.test(code) || certificateCodes.has(code);
  return failure(
    localizable(
      '{0} cannot be reached: {1}. Check the network, and "proxy" of this data space in the setting surveyExplorer.dataSpaces, then try again.',
      its,
      isUntrusted
        ? localizable("its certificate is not trusted on this machine")
        : brokenProxy(code),
    ),
    !isUntrusted,
  );
}

function brokenProxy(code: string): string | LocalizableText {
  return code === "EPROTO" || code.startsWith("ERR_SSL_") || code.startsWith("HPE_")
    ? localizable("no proxy of this kind answers there")
    : (whatHappened[code] ?? (code || closed));
}

function signInToProxy(its: LocalizableText, error: ProxyError): SurveyError {
  if (!/\bbasic\b/i.test(error.challenge)) {
    const text = localizable(
      '{0} requires a kind of sign-in that is not supported; only Basic is. Remove "proxy" of this data space to use VS Code\'s own setting http.proxy.',
      its,
    );
    return new SurveyError("unreachable", text, { cause: error });
  }
  const text = error.hadCredentials
    ? localizable(
        '{0} refuses the user name or the password. Enter them again by "Survey Explorer: Sign In to Proxy".',
        its,
      )
    : localizable(
        '{0} asks for a user name and a password. Enter them by "Survey Explorer: Sign In to Proxy".',
        its,
      );
  return new SurveyError("proxy-sign-in", text, { cause: error });
}

/** Returns the failure for a request that took longer than its timeout. */
export function timeoutFailure(context: FailureContext): AttemptFailure {
  const { dataSpace, timeoutSeconds, proxy } = context;
  const seconds = secondsText(timeoutSeconds);
  const message =
    proxy === undefined
      ? sentences(
          localizable(
            'The data space "{0}" did not answer completely within {1}.',
            dataSpace,
            seconds,
          ),
          wording("waitLonger"),
        )
      : sentences(
          localizable(
            'The data space "{0}" did not answer completely through its proxy {2} within {1}.',
            dataSpace,
            seconds,
            proxy,
          ),
          wording("waitLonger"),
        );
  return new AttemptFailure(new SurveyError("timeout", message), true);
}

/**
 * Returns the error for a key store that does not return the API key: its owner must unlock it first, or this process has
 * outlived its window. Other work that waits for this request must not wait as long as that.
 */
export function keyFailure({
  dataSpace,
  timeoutSeconds,
}: Pick<FailureContext, "dataSpace" | "timeoutSeconds">): SurveyError {
  const message = localizable(
    'VS Code did not provide the API key of the data space "{0}" within {1}. Look for a dialog that asks to unlock the key store, or reload the window, then try again.',
    dataSpace,
    secondsText(timeoutSeconds),
  );
  return new SurveyError("timeout", message);
}

function secondsText(seconds: number): LocalizableText {
  return plural(seconds, { one: "{0} second", other: "{0} seconds" });
}

function limitFailure(cause: BodyLimitError, context: FailureContext): AttemptFailure {
  const { dataSpace, maximumBytes, isOfPage = false } = context;
  if (cause.limit === "rate") {
    const message = localizable(
      'The data space "{0}" sends its answer too slowly. The request was ended. Check the network, then try again.',
      dataSpace,
    );
    return new AttemptFailure(new SurveyError("timeout", message, { cause }), true);
  }
  const megabytes = Math.floor(maximumBytes / 1_000_000);
  const message = isOfPage
    ? localizable(
        'The data space "{0}" sent a page of more than {1} MB. The request was ended, and smaller pages are requested.',
        dataSpace,
        megabytes,
      )
    : localizable(
        'The data space "{0}" sent more than {1} MB in one answer. The request was ended. Contact the service operator.',
        dataSpace,
        megabytes,
      );
  return new AttemptFailure(new SurveyError("too-large", message, { cause }), false);
}

/** Returns the code of the error or of its cause. */
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
