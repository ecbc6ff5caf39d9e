import { SurveyError } from "../model/errors.ts";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { ResponseSource } from "./responseSource.ts";

/** Largest number of items per page that the API allows (API.md, "Limits"). */
const largest = 1000;

/** Versions whose pages have a fixed size (API.md, "Limits"). */
const fixed: ReadonlySet<ApiVersion> = new Set(["v1", "v2"]);

/**
 * Items per page that all lanes of a reading request. Halved if a page was too large, and kept so for the rest of the
 * reading, because the pages that follow are of the same kind.
 */
export class PageSize {
  #items: number;

  constructor(items = largest) {
    this.#items = items;
  }

  get items(): number {
    return this.#items;
  }

  /**
   * Records that a page of this many items was too large. Another lane may have done so already.
   * @returns true if fewer can be requested
   */
  isTooLarge(items: number): boolean {
    this.#items = Math.max(1, Math.min(this.#items, Math.floor(items / 2)));
    return items > 1;
  }
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
export async function fittingPage<T>(
  { source, surveyId, pageSize }: PageSubject,
  ask: (size: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    const size = pageSize.items;
    try {
      return await ask(size);
    } catch (error) {
      if (!(error instanceof SurveyError) || error.code !== "too-large") {
        throw error;
      }
      if (fixed.has(source.version)) {
        throw withAdvice(
          error,
          localizable(
            "Pages of {0} have a fixed size. If the service supports v3, which has smaller pages, set it as the version of this data space, or export a shorter time range.",
            source.version,
          ),
        );
      }
      if (!pageSize.isTooLarge(size)) {
        throw withAdvice(
          error,
          localizable(
            'A single response of the survey "{0}" is that large. Export fewer variables or embedded data.',
            surveyId,
          ),
        );
      }
    }
  }
}

function withAdvice(error: SurveyError, advice: LocalizableText): SurveyError {
  return new SurveyError("too-large", sentences(error.text, advice), { cause: error });
}
