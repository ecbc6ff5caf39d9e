import * as z from "zod";
import { hasMoreThanPath } from "../../client/address.ts";
import { SurveyError } from "../../model/errors.ts";
import { issuesText } from "../../model/issueText.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { once } from "../../model/once.ts";
import { oneLine } from "../../model/oneLine.ts";
import { apiVersions, type ApiVersion } from "../../model/survey.ts";
import { isInView, responsesViews } from "../panels/places.ts";

/** No link that we make is longer. */
const longestLink = 4000;
/** Characters of a link that is refused: enough to see what it is. */
const longestShown = 200;
const path = "/open";

/** The sample is the same on every machine; what else a machine serves is told by its name. */
const localPlaces = ["sample", "local"] as const;
export const linkedViews = ["structure", ...responsesViews] as const;

/** What a link says. It has neither a secret nor anything that somebody answered. */
export interface SurveyLink {
  /** The address of a data space, or a local one. */
  readonly at: string;
  readonly version: ApiVersion;
  /** How the data space is called where the link was made. */
  readonly name?: string | undefined;
  readonly survey: string;
  readonly group?: string | undefined;
  /** Absent: the table where there is a group or a response, else the structure. */
  readonly view?: (typeof linkedViews)[number] | undefined;
  /** As commands take it. */
  readonly question?: string | undefined;
  readonly response?: string | undefined;
}

const fields = once((): z.ZodType<SurveyLink> =>
  z
    .strictObject({
      at: z.enum(localPlaces).or(text(1000).refine(isAddress)),
      version: z.enum(apiVersions),
      name: text(200).optional(),
      survey: text(1000),
      group: text(1000).optional(),
      view: z.enum(linkedViews).optional(),
      question: text(2000).optional(),
      response: text(1000).optional(),
    })
    .refine(isConsistent, localizable("its fields do not go together").text),
);

function text(longest: number) {
  const plain = localizable("must not have control characters").text;
  return z.string().min(1).max(longest).refine(isPlain, plain);
}

/** Without what makes a text read as another one, and without halves of characters. */
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

/** An address as links have it: of two that are the same, the texts are. */
export function linkedAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, "");
}

/** @throws SurveyError "invalid-input" where a name is none that a link can carry */
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
  return new SurveyError("invalid-input", localizable("There can be no link to this: {0}.", why));
}

/** What would part fields is encoded twice: VS Code decodes the query as a whole. */
function encoded(value: string): string {
  const kept = value.replace(/[%&=+#]/g, encodeURIComponent);
  return encodeURIComponent(kept).replace(/%3A/g, ":").replace(/%2F/g, "/");
}

/** A link in its parts, decoded once, as VS Code hands it over. */
export interface LinkParts {
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** @throws SurveyError "invalid-input", with what is wrong and the link as plain text */
export function decodeLink(extensionId: string, parts: LinkParts): SurveyLink {
  const { authority, query, fragment } = parts;
  const shown = `${authority}${parts.path}?${query}`;
  const refused = (why: LocalizableText): SurveyError =>
    new SurveyError(
      "invalid-input",
      localizable("This link cannot be opened: {0}. The link: {1}", why, shortened(shown)),
    );
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

/** `undefined`: it is no list of fields, each of which is there once. */
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
  // For VS Code, which chooses a window by it.
  values.delete("windowId");
  return Object.fromEntries(values);
}

function shortened(it: string): string {
  const line = oneLine(it.slice(0, 2 * longestShown).replace(/\p{Cs}/gu, ""));
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
}
