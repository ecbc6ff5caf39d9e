import { join } from "node:path";
import type * as vscode from "vscode";
import { isCancelled, textOf } from "../../model/errors.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import type {
  IndexedQuestion,
  IndexedSurvey,
  IndexHit,
  SimilarQuestion,
} from "../../surveyIndex/calls.ts";
import { createIndexClient, type IndexClient } from "../../surveyIndex/indexClient.ts";
import type { IndexKind } from "../../surveyIndex/indexEntries.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { logFailure } from "../platform/log.ts";
import type { ResponseTables } from "../responses/responseTables.ts";

/** A hit with its data space. */
export interface Hit extends IndexHit {
  readonly dataSpace: string;
}

/** A data space, or one of its surveys, that was not searched. */
export interface Unread {
  readonly dataSpace: string;
  readonly surveyId?: string | undefined;
  readonly label?: string | undefined;
  readonly reason: LocalizableText;
  /** Set if nobody is signed in. */
  readonly isSignedOut?: true;
  /** Set if the survey has not been read yet, without a failure. */
  readonly isWaiting?: true;
}

/** A data space, and its ID in the index. */
export interface IndexedSpace {
  readonly dataSpace: string;
  readonly space: string;
}

export interface SearchIndexOptions {
  /** The worker's program. */
  readonly program: string;
  /** Folder of the index. */
  readonly folder: string;
  readonly dataSpaces: DataSpaces;
  readonly tables: Pick<ResponseTables, "spaceOf" | "onClear">;
  readonly log: vscode.LogOutputChannel;
}

/** The search index of the surveys of all data spaces, as far as this machine knows them. */
export class SearchIndex implements vscode.Disposable {
  readonly #options: SearchIndexOptions;
  readonly #client: IndexClient;
  readonly #clearing: ((space: string | undefined) => void)[] = [];

  constructor(options: SearchIndexOptions) {
    this.#options = options;
    this.#client = createIndexClient(options.program, join(options.folder, "surveys.db"));
    options.tables.onClear(async (space) => {
      this.#clearing.forEach((it) => it(space));
      await this.#client.forget(space === undefined ? "" : `${space} `);
    });
  }

  get client(): IndexClient {
    return this.#client;
  }

  /** Registers a callback that runs before the index of a data space, or all of it, is removed. */
  onClear(clear: (space: string | undefined) => void): void {
    this.#clearing.push(clear);
  }

  /** Returns the data spaces that can be searched, and the reasons why the others cannot. */
  async spaces(): Promise<{ readonly spaces: IndexedSpace[]; readonly unread: Unread[] }> {
    const spaces: IndexedSpace[] = [];
    const unread: Unread[] = [];
    for (const { name: dataSpace } of this.#options.dataSpaces.list()) {
      try {
        if (await this.#options.dataSpaces.isSignedIn(dataSpace)) {
          spaces.push({ dataSpace, space: await this.spaceOf(dataSpace) });
        } else {
          unread.push({ dataSpace, reason: localizable("signed out"), isSignedOut: true });
        }
      } catch (error) {
        unread.push({ dataSpace, reason: textOf(error) });
      }
    }
    return { spaces, unread };
  }

  /** Returns a data space's ID in the index. It includes the API version, because questions have other names in each. */
  async spaceOf(dataSpace: string): Promise<string> {
    const client = await this.#options.dataSpaces.client(dataSpace);
    return `${await this.#options.tables.spaceOf(client)} ${client.version}`;
  }

  /** @param limit maximum number of hits of each kind */
  async search(
    spaces: readonly IndexedSpace[],
    text: string,
    kinds: readonly IndexKind[],
    limit: number,
  ): Promise<Hit[]> {
    const marks = spaces.map((it) => it.space);
    const hits = await this.#client.search({ spaces: marks, text, kinds, limit });
    return hits.flatMap((hit) =>
      spaces.filter((it) => it.space === hit.space).map(({ dataSpace }) => ({ ...hit, dataSpace })),
    );
  }

  async question(
    hit: Pick<Hit, "space" | "surveyId" | "question">,
  ): Promise<IndexedQuestion | undefined> {
    return hit.question === undefined ? undefined : this.#client.question(hit, hit.question);
  }

  /** Returns questions of other surveys that are similar to this one. */
  async similar(
    spaces: readonly IndexedSpace[],
    survey: IndexedSurvey,
    name: string,
  ): Promise<readonly SimilarQuestion[]> {
    return this.#client.similar(
      spaces.map((it) => it.space),
      survey,
      name,
    );
  }

  /** Returns the surveys of which only the title is known. */
  async unread(spaces: readonly IndexedSpace[]): Promise<Unread[]> {
    // Two data spaces may be the same one under two names.
    const found = await this.#client.status([...new Set(spaces.map((it) => it.space))]);
    return found.flatMap(({ space, unread }) =>
      spaces
        .filter((it) => it.space === space)
        .flatMap(({ dataSpace }) =>
          unread.map(({ surveyId, label, fault }) => ({
            ...{ dataSpace, surveyId, label },
            ...(fault
              ? { reason: fault }
              : { reason: localizable("not loaded yet"), isWaiting: true as const }),
          })),
        ),
    );
  }

  /** Resolves to true, but only once, if the index could not be read and was emptied. */
  wasRebuilt(): Promise<boolean> {
    return this.#client.wasRebuilt();
  }

  dispose(): void {
    this.#client.dispose().catch((error: unknown) => {
      if (!isCancelled(error)) {
        logFailure(this.#options.log, "Closing the search index", error);
      }
    });
  }
}
