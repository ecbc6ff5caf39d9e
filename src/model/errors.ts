import {
  inEnglish,
  sentences,
  type Literal,
  type LocalizableText,
  type Word,
} from "./localizable.ts";

/** Why something failed. Callers decide by it what to offer; people read the message. */
export type ErrorCode =
  | "cancelled"
  | "invalid-input"
  | "unknown-data-space"
  | "signed-out"
  | "insecure-address"
  | "unreachable"
  | "proxy-sign-in"
  | "certificate"
  | "timeout"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "rejected"
  | "rate-limited"
  | "server-fault"
  | "redirect"
  | "malformed-answer"
  | "too-large"
  | "not-in-version"
  | "file-exists"
  | "file-fault"
  | "warehouse-fault"
  | "incomplete"
  | "local-data-space";

/**
 * An error for people: `text` says what failed, where, and what to do; `message` is that in English. `cause` is for the log.
 */
export class SurveyError extends Error {
  readonly code: ErrorCode;
  readonly text: LocalizableText;

  constructor(code: ErrorCode, text: LocalizableText, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.name = "SurveyError";
    this.code = code;
    this.text = text;
  }

  /** Makes an error of a text and its words, as `localizable` takes them. */
  static of<T extends string>(
    code: ErrorCode,
    text: T & Literal<T>,
    ...words: readonly Word[]
  ): SurveyError {
    return new SurveyError(code, { text, words });
  }
}

/** Returns the error for what cannot be used as it was given. The text and its words are those of `localizable`. */
export function invalidInput<T extends string>(
  text: T & Literal<T>,
  ...words: readonly Word[]
): SurveyError {
  return new SurveyError("invalid-input", { text, words });
}

/** Returns the text for a person of anything that was thrown. */
export function textOf(error: unknown): LocalizableText {
  if (error instanceof SurveyError) {
    return error.text;
  }
  return sentences(messageOf(error));
}

/** Returns the English message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Cancelling is not a fault: callers stay silent about it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof SurveyError && error.code === "cancelled";
}

const silent: ReadonlySet<ErrorCode> = new Set(["unreachable", "proxy-sign-in", "timeout"]);

/** Returns whether the service did not answer, so that a stored answer may stand in. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SurveyError && silent.has(error.code);
}

/** What a person signs in to, the data space or its proxy, named as the command. */
export type SignIn = "signIn" | "signInToProxy";

const mendedBy: Readonly<Partial<Record<ErrorCode, SignIn>>> = {
  unauthorized: "signIn",
  "signed-out": "signIn",
  "proxy-sign-in": "signInToProxy",
};

/** Returns which sign-in resolves the error; `undefined` if none does. */
export function neededSignIn(error: unknown): SignIn | undefined {
  return error instanceof SurveyError ? mendedBy[error.code] : undefined;
}
