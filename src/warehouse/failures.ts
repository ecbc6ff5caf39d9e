import { messageOf, SurveyError } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";

/** Address of a database. Messages never reveal more of it than the name of the variable. */
export interface WarehouseAddress {
  /** Name of the environment variable. */
  readonly variable: string;
  /** A secret. */
  readonly connectionString: string;
}

/** An error of a database or of the connection to it. */
export class WarehouseError extends SurveyError {
  /** SQLSTATE, or a Node error code. */
  readonly state: string;

  constructor(state: string, text: LocalizableText) {
    super("warehouse-fault", text);
    this.state = state;
  }
}

/** What a person can do about an error, by SQLSTATE class or code (PostgreSQL, appendix A). */
const reasons: readonly (readonly [RegExp, (said: string) => LocalizableText])[] = [
  [
    /^(28|3D)/,
    (code) =>
      localizable(
        "it refuses the account, the password or the name of the database ({0}). Check the environment variable",
        code,
      ),
  ],
  [
    /^(53100|58030|53200)$/,
    (said) => localizable("it has no room or memory left ({0}). Make room there", said),
  ],
  [/^(53300|57P03)$/, (said) => localizable("it takes no more connections ({0}). Wait", said)],
  [
    /^42501$/,
    (said) =>
      localizable(
        "the account may not do this ({0}). Grant it CREATE in the schema, and SELECT, INSERT, UPDATE and DELETE in its tables",
        said,
      ),
  ],
  [/^3F/, (said) => localizable("the schema does not exist there ({0}). Create it", said)],
  [
    /^22P05$/,
    (said) =>
      localizable("its encoding does not have all characters ({0}). Use a database in UTF-8", said),
  ],
  [
    /^(25006|40|55P03|57|08)/,
    (said) => localizable("it aborted the transaction ({0}). Try again in a while", said),
  ],
];

/**
 * Converts an error of the driver into one with a message for a person. Includes the driver's own message only if it cannot
 * be about the connection, because a wrongly parsed address may have the password in any part.
 */
export function warehouseFault(error: unknown, { variable, connectionString }: WarehouseAddress) {
  if (error instanceof SurveyError) {
    return error;
  }
  const code = codeOf(error);
  const isState = /^[0-9A-Z]{5}$/.test(code);
  const isAbout = isState && !/^(28|3D)/.test(code);
  const said = isAbout ? `${code}: ${redacted(lineOf(error), connectionString)}` : code;
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1](said);
  const told =
    reason ??
    (isState
      ? localizable("it answered with an error ({0}). See the documentation of the database", said)
      : localizable(
          "it cannot be reached, or has closed the connection ({0}). Check the environment variable, the network and its certificate",
          said,
        ));
  return new WarehouseError(
    code,
    localizable(
      "The tables of the database that the environment variable {0} names could not be filled: {1}; then load again to continue.",
      variable,
      told,
    ),
  );
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // pg reports errors such as "self-signed certificate" with Node's codes. Errors without a code get a generic one.
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? code : "ECONNECTION";
}

function lineOf(error: unknown): string {
  return oneLine(messageOf(error));
}

/** Replaces the connection string and the secrets in it by "***". */
function redacted(message: string, connectionString: string): string {
  const secrets = [connectionString, ...secretParts(connectionString)].filter(
    (it) => it.length > 2,
  );
  return secrets.reduce((text, it) => text.replaceAll(it, "***"), message);
}

function secretParts(connectionString: string): string[] {
  const password = /^[^:]*:\/\/[^:@/]*:([^@]*)@/.exec(connectionString)?.[1] ?? "";
  const named = /[?&](?:password|sslpassword)=([^&]*)/.exec(connectionString)?.[1] ?? "";
  return [password, named].flatMap((it) => [it, decoded(it)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
