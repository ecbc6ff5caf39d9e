import { SurveyError } from "../model/errors.ts";
import { localizable, plural, sentences, type LocalizableText } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { AttemptFailure } from "./failures.ts";
import type { Redactor } from "./redaction.ts";

/** An answer whose status is not 2xx. */
export interface RefusedAnswer {
  readonly dataSpace: string;
  readonly origin: string;
  /** The requested survey or collect group, as a message names it. */
  readonly subject?: LocalizableText | undefined;
  readonly status: number;
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
  /** The beginning of the body. */
  readonly body: Uint8Array;
}

/** Largest number of bytes of a body that are read to explain a failure. */
export const explanationBytes = 16 * 1024;

const longestExplanation = 300;

/** A longer wait, in milliseconds, counts as a rejection: one day. */
const longestWait = 86_400_000;

/** Returns the failure for a status other than 2xx. Only 408, 429 and 5xx are worth another attempt. */
export function statusFailure(
  answer: RefusedAnswer,
  redact: Redactor,
  now: number,
): AttemptFailure {
  const said = explanation(answer.body, redact);
  const wait = retryAfterOf(answer.retryAfter, now);
  const { code, text, again = false } = refusalOf(answer, redact, wait);
  const service = said === "" ? [] : [localizable("The service says: {0}", said)];
  const error = new SurveyError(code, sentences(text, ...service));
  return new AttemptFailure(error, again, again ? wait : undefined);
}

interface Refusal {
  readonly code: SurveyError["code"];
  readonly text: LocalizableText;
  /** True if another attempt is worth it. */
  readonly again?: true;
}

/** @param wait milliseconds until the service can be called again; `undefined` if it does not say */
function refusalOf(
  { dataSpace, origin, status, subject, location }: RefusedAnswer,
  redact: Redactor,
  wait: number | undefined,
): Refusal {
  if ((status === 429 || status >= 500) && wait !== undefined && wait > longestWait) {
    return { code: "rejected", text: closedText(dataSpace, status, wait) };
  }
  if (status >= 300 && status < 400) {
    return {
      code: "redirect",
      text: redirectText(dataSpace, shownLocation(location, origin, redact)),
    };
  }
  switch (status) {
    case 401:
      return {
        code: "unauthorized",
        text: sentences(
          localizable('The data space "{0}" refused the Space ID or API key.', dataSpace),
          wording("signInAgain"),
        ),
      };
    case 403:
      return {
        code: "forbidden",
        text: localizable(
          'The data space "{0}" does not allow this account to do that. Ask an administrator of the data space for access.',
          dataSpace,
        ),
      };
    case 404:
      return { code: "not-found", text: notFoundText(dataSpace, subject) };
    case 429:
      return { code: "rate-limited", text: tooOftenText(dataSpace, wait), again: true };
  }
  // Load balancers answer 408 on a kept connection that was idle for long, just when it is used again.
  return status >= 500 || status === 408
    ? {
        code: "server-fault",
        text: localizable(
          'The data space "{0}" failed (HTTP {1}). Try again later; if this persists, contact the service operator.',
          dataSpace,
          String(status),
        ),
        again: true,
      }
    : {
        code: "rejected",
        text: localizable(
          'The data space "{0}" rejected the request (HTTP {1}).',
          dataSpace,
          String(status),
        ),
      };
}

function closedText(dataSpace: string, status: number, wait: number): LocalizableText {
  return localizable(
    'The data space "{0}" takes no requests for {1} (HTTP {2}). Contact the service operator.',
    dataSpace,
    waitText(wait),
    String(status),
  );
}

function redirectText(dataSpace: string, target: string | undefined): LocalizableText {
  return sentences(
    target === undefined
      ? localizable('The data space "{0}" redirects to another address.', dataSpace)
      : localizable('The data space "{0}" redirects to another address ({1}).', dataSpace, target),
    localizable("Redirects are not followed, because the API key would be sent there."),
    wording("changeAddress"),
  );
}

function notFoundText(dataSpace: string, subject: LocalizableText | undefined): LocalizableText {
  return subject === undefined
    ? sentences(
        localizable('The data space "{0}" has nothing at this address.', dataSpace),
        wording("checkAddress"),
      )
    : sentences(
        localizable('The data space "{0}" has no {1}.', dataSpace, subject),
        wording("checkId"),
      );
}

function tooOftenText(dataSpace: string, wait: number | undefined): LocalizableText {
  return wait === undefined
    ? localizable('The data space "{0}" received too many requests. Try again later.', dataSpace)
    : localizable(
        'The data space "{0}" received too many requests. Try again in {1}.',
        dataSpace,
        waitText(wait),
      );
}

/** Returns the milliseconds to wait, from a Retry-After in seconds or as an HTTP date; `undefined` if it is neither. */
function retryAfterOf(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }
  // Date.parse accepts much more than HTTP dates, which always start with the name of a day.
  const isDate = /^[A-Z][a-z]{2,8},? /.test(text);
  // HTTP dates are in UTC. Their oldest form (asctime) does not say so, and Date.parse would take it as local.
  const date = isDate ? Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Rounds up, so that the text never names a shorter time. */
function waitText(milliseconds: number): LocalizableText {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds > 365 * day) {
    return localizable("more than a year");
  }
  if (seconds >= 2 * day) {
    return plural(Math.ceil(seconds / day), { one: "{0} day", other: "{0} days" });
  }
  if (seconds >= 2 * hour) {
    return plural(Math.ceil(seconds / hour), { one: "{0} hour", other: "{0} hours" });
  }
  return seconds >= 2 * minute
    ? plural(Math.ceil(seconds / minute), { one: "{0} minute", other: "{0} minutes" })
    : plural(seconds, { one: "{0} second", other: "{0} seconds" });
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns the service's explanation: problem+json, `{message}`, `{error}`, `{code}`, or text. Empty if there is none. */
function explanation(body: Uint8Array, redact: Redactor): string {
  const text = Buffer.from(body).toString("utf8");
  const said = redact(sentence(text));
  return said.length > longestExplanation ? `${said.slice(0, longestExplanation)}…` : said;
}

function sentence(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // An HTML page explains nothing here.
    return /^\s*</.test(text) ? "" : text;
  }
  const found = sentenceOf(value);
  return typeof found === "string" ? found : "";
}

function sentenceOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const [title, detail] = [fields.get("title"), fields.get("detail")];
  if (typeof title === "string" && typeof detail === "string") {
    return `${title}: ${detail}`;
  }
  const error = fields.get("error");
  const nested = typeof error === "object" ? sentenceOf(error) : error;
  return [detail, title, fields.get("message"), nested, fields.get("code")].find(
    (it) => typeof it === "string" && it !== "",
  );
}

function shownLocation(
  location: string | undefined,
  origin: string,
  redact: Redactor,
): string | undefined {
  if (location === undefined || !URL.canParse(location, origin)) {
    return undefined;
  }
  const url = new URL(location, origin);
  return redact(`${url.origin}${url.pathname}`).slice(0, longestExplanation);
}
