import { SurveyError } from "../model/errors.ts";
import { AttemptFailure } from "./failures.ts";
import type { Redactor } from "./redaction.ts";

/** An answer that is not a success. */
export interface RefusedAnswer {
  readonly dataSpace: string;
  readonly origin: string;
  /** The survey or collect group that was asked for, as a message names it. */
  readonly subject?: string | undefined;
  readonly status: number;
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
  /** The beginning of the body. */
  readonly body: Uint8Array;
}

/** No more of a body is read to explain a failure. */
export const explanationBytes = 16 * 1024;

const longestExplanation = 300;

/** Who is to come back later than in a day is refused. */
const longestWait = 86_400_000;

/** What a status other than 2xx means. Only 429 and 5xx are worth another attempt. */
export function statusFailure(
  answer: RefusedAnswer,
  redact: Redactor,
  now: number,
): AttemptFailure {
  const said = explanation(answer.body, redact);
  const service = said === "" ? "" : ` The service says: ${said}`;
  const wait = retryAfterOf(answer.retryAfter, now);
  const { code, message, again = false } = refusalOf(answer, redact, wait);
  const error = new SurveyError(code, `${message}${service}`);
  return new AttemptFailure(error, again, again ? wait : undefined);
}

interface Refusal {
  readonly code: SurveyError["code"];
  readonly message: string;
  /** Whether another attempt is worth it. */
  readonly again?: true;
}

/** @param wait milliseconds, where the service says when to come back */
function refusalOf(
  { dataSpace, origin, status, subject, location }: RefusedAnswer,
  redact: Redactor,
  wait: number | undefined,
): Refusal {
  if ((status === 429 || status >= 500) && wait !== undefined && wait > longestWait) {
    return {
      code: "rejected",
      message: `The data space "${dataSpace}" takes no requests for ${waitInWords(wait)} (HTTP ${status}). Ask whoever runs the service.`,
    };
  }
  if (status >= 300 && status < 400) {
    const target = shownLocation(location, origin, redact);
    return {
      code: "redirect",
      message: `The data space "${dataSpace}" sends us on to another address${target}. That is not followed, because the API key would go there. If the service has moved, change the address of the data space.`,
    };
  }
  switch (status) {
    case 401:
      return {
        code: "unauthorized",
        message: `The data space "${dataSpace}" refused the Space ID or API key. Sign in again with the values from the data space's settings (integration, API).`,
      };
    case 403:
      return {
        code: "forbidden",
        message: `The data space "${dataSpace}" does not let this account do that. Ask whoever manages the data space for access.`,
      };
    case 404:
      return {
        code: "not-found",
        message:
          subject === undefined
            ? `The data space "${dataSpace}" has nothing at this address. Check its address, its API version and its routes.`
            : `The data space "${dataSpace}" has no ${subject}. It may have been deleted; refresh the list.`,
      };
    case 429: {
      const when = wait === undefined ? "later" : `in ${waitInWords(wait)}`;
      const message = `The data space "${dataSpace}" was asked too often. Try again ${when}.`;
      return { code: "rate-limited", message, again: true };
    }
  }
  return status >= 500
    ? {
        code: "server-fault",
        message: `The data space "${dataSpace}" failed (HTTP ${status}). Try again later; if it stays so, tell whoever runs the service.`,
        again: true,
      }
    : {
        code: "rejected",
        message: `The data space "${dataSpace}" rejected the request (HTTP ${status}).`,
      };
}

/** Milliseconds to wait, from a Retry-After in seconds or as an HTTP date; `undefined` if it is neither. */
function retryAfterOf(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }
  // Date.parse takes much more than HTTP dates, which always name a day.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A time to wait as a person says it, never shorter than it is. */
function waitInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds > 365 * 86_400) {
    return "more than a year";
  }
  const [unit, length] = units.find(([, it]) => seconds >= 2 * it) ?? ["second", 1];
  const count = Math.ceil(seconds / length);
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`;
}

const units: readonly (readonly [unit: string, seconds: number])[] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** What the service says of its refusal: problem+json, `{message}`, `{error}`, `{code}`, or text. Empty if it says nothing. */
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
    // A page for browsers explains nothing here.
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

function shownLocation(location: string | undefined, origin: string, redact: Redactor): string {
  if (location === undefined || !URL.canParse(location, origin)) {
    return "";
  }
  const url = new URL(location, origin);
  return ` (${redact(`${url.origin}${url.pathname}`).slice(0, longestExplanation)})`;
}
