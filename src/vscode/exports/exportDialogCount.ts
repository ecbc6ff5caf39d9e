import type { SurveyClient } from "../../client/surveyClient.ts";
import { isOfMetadata, responseTest, type ResponseFilter } from "../../model/responseFilter.ts";
import { withoutAnswers } from "../../model/response.ts";
import { readNewestMetadata } from "../fieldwork/newestMetadata.ts";
import type { KnownCount } from "./exportDialogState.ts";

type CountClient = Pick<SurveyClient, "metadataPage">;

/**
 * Counts the responses that pass a filter, by reading metadata in the background. A newer filter aborts the count for the
 * one before; finished counts are cached. If reading fails, the number is unknown.
 */
export class ExportCount {
  readonly #client: () => Promise<CountClient>;
  readonly #surveyId: string;
  readonly #counted = new Map<string, KnownCount>();
  readonly #onChange: () => void;
  #asked = "";
  #reading = new AbortController();

  /** @param onChange called when `count` has changed */
  constructor(client: () => Promise<CountClient>, surveyId: string, onChange: () => void) {
    this.#client = client;
    this.#surveyId = surveyId;
    this.#onChange = onChange;
  }

  get count(): KnownCount {
    return this.#counted.get(this.#asked) ?? { state: "reading" };
  }

  /** Starts to count the responses that pass the filter. */
  ask(filter: ResponseFilter): void {
    const key = JSON.stringify(filter);
    if (key === this.#asked) {
      return;
    }
    this.#asked = key;
    this.#reading.abort();
    if (this.#counted.has(key)) {
      return;
    }
    // Only the responses have answers, and reading those would be the export itself.
    if (!isOfMetadata(filter)) {
      this.#counted.set(key, { state: "unknown" });
      return;
    }
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    void this.#read(filter, signal)
      .catch((): KnownCount => ({ state: "unknown" }))
      .then((count) => {
        if (!signal.aborted) {
          this.#counted.set(key, count);
          this.#onChange();
        }
      });
  }

  dispose(): void {
    this.#reading.abort();
  }

  async #read(filter: ResponseFilter, signal: AbortSignal): Promise<KnownCount> {
    const client = await this.#client();
    const { startDateTime, endDateTime } = filter;
    const isWanted = responseTest(filter);
    let count = 0;
    const range = { startDateTime, endDateTime, signal };
    const isMore = await readNewestMetadata(client, this.#surveyId, range, (it) => {
      count += isWanted(withoutAnswers(it)) ? 1 : 0;
    });
    return { state: "known", count, isMore };
  }
}
