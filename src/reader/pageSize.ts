import type { RawItems, RawPage, RawPageRequest } from "../client/queries.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import type { ApiVersion } from "../model/survey.ts";
import { wording } from "../model/wordings.ts";
import type { ResponseSource } from "./responseSource.ts";

/** Largest number of items per page that the API allows (API.md, "Limits"). */
const largest = 1000;

/** Versions whose pages have a fixed size (API.md, "Limits"). */
const fixed: ReadonlySet<ApiVersion> = new Set(["v1", "v2"]);

/** Bytes that a page should have. Memory holds one for each lane, and a panel shows nothing before the first has come. */
const wantedBytes = 16_000_000;

/** Bytes above which a page is given up for a smaller one. */
const maximumBytes = 2 * wantedBytes;

/** Number of items of the smallest page that is given up: if fewer have that many bytes, one of them has most of these. */
const fewestGivenUp = 16;

/** Share of a page that was too large to request in its place. How large that would have been is unknown. */
const smaller = 1 / 8;

/** What a request says about the size of a page. */
export type PageLimits = Pick<RawPageRequest, "maximumBytes"> & { readonly size: number };

/**
 * Items per page that all lanes of a reading request: as many as the pages before them have in `wantedBytes`. In v3, answers
 * come with their labels, so a response to some hundred questions has more than 100 kB.
 */
export class PageSize {
  #items: number;
  /** Half of a page that was too large: pages that follow are of the same kind. */
  #most: number;

  constructor(items = largest) {
    this.#items = items;
    this.#most = items;
  }

  /** @param most limit of the number of items */
  limitsIn(version: ApiVersion, most = largest): PageLimits {
    const size = Math.min(this.#items, most);
    return fixed.has(version) || size < fewestGivenUp ? { size } : { size, maximumBytes };
  }

  /** Adapts the size to a page that has come. */
  adaptTo({ body, items }: RawItems): void {
    const wanted = Math.floor((wantedBytes * items.length) / Math.max(1, body.length));
    this.#items = items.length > 0 ? atLeastOne(Math.min(this.#most, wanted)) : this.#items;
  }

  /** Reduces the size, because a page of this many items was too large. Another lane may have done so already. */
  reduce(items: number): void {
    this.#most = atLeastOne(Math.min(this.#most, items / 2));
    this.#items = atLeastOne(Math.min(this.#items, items * smaller));
  }
}

function atLeastOne(items: number): number {
  return Math.max(1, Math.floor(items));
}

/** Whose pages are requested. */
interface PageSubject {
  readonly source: Pick<ResponseSource, "version">;
  readonly surveyId: string;
  readonly pageSize: PageSize;
}

/**
 * Requests a page of as many items as fit into one answer. The position stays valid when the size changes, even along a
 * chain of cursors: in v3, a cursor is the ID of a response (API.md, "Response, v3": "Used as the offset value"), which does
 * not depend on the size. If a service counted pages instead, smaller pages would lead back to known items, and leave out
 * none.
 * @throws SurveyError "too-large" if a single item is too large, or if the version has no smaller pages; errors of `ask`
 */
export async function fittingPage(
  { source, surveyId, pageSize }: PageSubject,
  ask: (limits: PageLimits) => Promise<RawPage>,
): Promise<RawPage> {
  let most: number | undefined;
  for (;;) {
    const limits = pageSize.limitsIn(source.version, most);
    try {
      const page = await ask(limits);
      pageSize.adaptTo(page);
      return page;
    } catch (error) {
      if (!(error instanceof SurveyError) || error.code !== "too-large") {
        throw error;
      }
      if (fixed.has(source.version)) {
        throw withAdvice(
          error,
          sentences(
            localizable("Pages of {0} have a fixed size.", source.version),
            wording("smallerPages"),
          ),
        );
      }
      if (limits.size === 1) {
        throw withAdvice(
          error,
          localizable(
            'A single response of the survey "{0}" is that large. Export fewer variables or embedded data.',
            surveyId,
          ),
        );
      }
      if (most === undefined) {
        // Pages that were requested in place of this one say no more about those that follow.
        pageSize.reduce(limits.size);
      }
      most = atLeastOne(limits.size * smaller);
    }
  }
}

function withAdvice(error: SurveyError, advice: LocalizableText): SurveyError {
  return new SurveyError("too-large", sentences(error.text, advice), { cause: error });
}
