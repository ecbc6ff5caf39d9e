import * as z from "zod";
import { hasMoreThanPath } from "../../client/address.ts";
import type { SurveyError } from "../../model/errors.ts";
import { invalidInput } from "../../model/errors.ts";
import { issuesText } from "../../model/issueText.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { lazy } from "../../model/lazy.ts";
import { oneLine } from "../../model/oneLine.ts";
import { apiVersions } from "../../model/survey.ts";
import { isInView, responsesViews } from "../panels/places.ts";

/** Maximum length of a link, in characters. */
const longestLink = 4000;
/** Maximum number of characters shown of a refused link: enough to see what it is. */
const longestShown = 200;
const path = "/open";

/** The sample is the same on every machine. Other local data spaces are identified by their names. */
const localPlaces = ["sample", "local"] as const;
export const linkedViews = ["structure", ...responsesViews] as const;

const shape = lazy(() =>
  z.strictObject({
    /** Address of the data space, or which kind of local data space it is. */
    at: z.enum(localPlaces).or(text(1000).refine(isAddress)),
    version: z.enum(apiVersions),
    /** Name of the data space on the machine where the link was made. */
    name: text(200).optional(),
    survey: text(1000),
    group: text(1000).optional(),
    /** Default: the table if there is a group or a response, otherwise the structure. */
    view: z.enum(linkedViews).optional(),
    /** Question in the form that commands take. */
    question: text(2000).optional(),
    response: text(1000).optional(),
  }),
);
/** The contents of a link: no secrets, and nothing that somebody answered. */
export type SurveyLink = Readonly<z.infer<ReturnType<typeof shape>>>;

const fields = lazy(() =>
  shape().refine(isConsistent, localizable("its fields contradict each other").text),
);

function text(longest: number) {
  const plain = localizable("must not have control characters").text;
  return z.string().min(1).max(longest).refine(isPlain, plain);
}

/** Returns false if the text has characters that disguise it, such as bidirectional controls, or unpaired surrogates. */
function isPlain(it: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(it);
}

function isAddress(it: string): boolean {
  return URL.canParse(it) && new URL(it).protocol === "https:" && !hasMoreThanPath(it);
}

function isConsistent({ at, name, view, question, group, response }: SurveyLink): boolean {
  if (at === "local" && name === undefined) {
    return false;
  }
  return view === "structure"
    ? group === undefined && response === undefined
    : isInView({ question, view, responseId: response });
}

/** Normalises an address for links, so that equal addresses have equal texts. */
export function linkedAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, "");
}

/** @throws SurveyError "invalid-input" if a link cannot contain one of the names */
export function encodeLink(scheme: string, extensionId: string, link: SurveyLink): string {
  const found = fields().safeParse(link);
  if (!found.success) {
    throw notLinked(issuesText(found.error));
  }
  const query = Object.entries<string | undefined>({ ...found.data }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  );
  const made = `${scheme}://${extensionId}${path}?${query.join("&")}`;
  if (made.length > longestLink) {
    throw notLinked(localizable("names are too long"));
  }
  return made;
}

function notLinked(why: LocalizableText): SurveyError {
  return invalidInput("There can be no link to this: {0}.", why);
}

/** Encodes a value. Characters that separate fields are encoded twice, because VS Code decodes the query as a whole. */
function encoded(value: string): string {
  const kept = value.replace(/[%&=+#]/g, encodeURIComponent);
  return encodeURIComponent(kept).replace(/%3A/g, ":").replace(/%2F/g, "/");
}

/** The parts of a link, decoded once, as VS Code passes them. */
export interface LinkParts {
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** @throws SurveyError "invalid-input", with the reason and the link as plain text */
export function decodeLink(extensionId: string, parts: LinkParts): SurveyLink {
  const { authority, query, fragment } = parts;
  const shown = `${authority}${parts.path}?${query}`;
  const refused = (why: LocalizableText): SurveyError =>
    invalidInput("This link cannot be opened: {0}. The link: {1}", why, shortened(shown));
  if (authority.toLowerCase() !== extensionId || parts.path !== path || fragment !== "") {
    throw refused(localizable("it is not a link of Survey Explorer"));
  }
  if (query.length > longestLink) {
    throw refused(localizable("it is too long"));
  }
  const values = valuesOf(query);
  if (!values) {
    throw refused(localizable("it is damaged"));
  }
  const found = fields().safeParse(values);
  if (!found.success) {
    throw refused(issuesText(found.error));
  }
  return found.data;
}

/** Returns the fields of a query; `undefined` if it is malformed or has a field twice. */
function valuesOf(query: string): Readonly<Record<string, string>> | undefined {
  const values = new Map<string, string>();
  for (const part of query.split("&")) {
    const [, name, value] = /^([a-zA-Z]+)=(.*)$/su.exec(part) ?? [];
    if (name === undefined || value === undefined || values.has(name)) {
      return undefined;
    }
    try {
      values.set(name, decodeURIComponent(value));
    } catch {
      return undefined;
    }
  }
  // VS Code uses this field to choose a window.
  values.delete("windowId");
  return Object.fromEntries(values);
}

function shortened(it: string): string {
  const line = oneLine(it.slice(0, 2 * longestShown).replace(/\p{Cs}/gu, ""));
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
}
