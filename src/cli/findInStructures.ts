import type { FoundQuestion, FoundQuestions } from "../assistant/toolHost.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import { isCancelled, textOf } from "../model/errors.ts";
import { localizable } from "../model/localizable.ts";
import { entriesOf, searchableText, type IndexEntry } from "../surveyIndex/indexEntries.ts";
import { searchText, searchWords, matchedPart } from "../surveyIndex/searchText.ts";

/** Maximum number of surveys searched in a data space, newest first. The shell has no index: it reads their structures. */
const maxSurveys = 100;
/** Maximum number of results. */
const maxFound = 100;
/** Structures requested at the same time. */
const lanes = 4;

interface KnownSurvey {
  readonly label: string;
  readonly updatedAt: string | undefined;
  readonly entries: readonly IndexEntry[];
}

type Unread = FoundQuestions["unread"][number];

/** Finds questions in structures. Caches a structure until its survey's `updatedAt` changes. */
export class StructureFinder {
  readonly #client: (dataSpace: string) => Promise<SurveyClient>;
  readonly #known = new Map<string, KnownSurvey>();

  constructor(client: (dataSpace: string) => Promise<SurveyClient>) {
    this.#client = client;
  }

  async find(
    text: string,
    dataSpaces: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundQuestions> {
    const words = searchWords(text).map(matchedPart);
    const found: FoundQuestion[] = [];
    const unread: Unread[] = [];
    for (const dataSpace of dataSpaces) {
      try {
        const client = await this.#client(dataSpace);
        for await (const { surveyId, survey } of this.#surveys(client, unread, signal)) {
          found.push(...questionsWith(words, { dataSpace, surveyId, survey }));
        }
      } catch (error) {
        if (isCancelled(error)) {
          throw error;
        }
        unread.push({ dataSpace, reason: textOf(error) });
      }
    }
    const [questions, options] = [
      found.filter((it) => !it.option),
      found.filter((it) => it.option),
    ];
    return {
      found: [...questions, ...options].slice(0, maxFound),
      isCut: found.length > maxFound,
      unread,
    };
  }

  async *#surveys(client: SurveyClient, unread: Unread[], signal: AbortSignal) {
    const { dataSpace } = client;
    const listed: { readonly surveyId: string; readonly updatedAt?: string | undefined }[] = [];
    for await (const survey of client.listSurveys({ signal })) {
      if (listed.length === maxSurveys) {
        const reason = localizable("only the first {0} surveys are searched", maxSurveys);
        unread.push({ dataSpace, reason });
        break;
      }
      listed.push(survey);
    }
    for (let first = 0; first < listed.length; first += lanes) {
      const some = listed.slice(first, first + lanes);
      const read = await Promise.allSettled(some.map((it) => this.#survey(client, it, signal)));
      for (const [index, result] of read.entries()) {
        const surveyId = some[index]?.surveyId ?? "";
        if (result.status === "fulfilled") {
          yield { surveyId, survey: result.value };
        } else if (isCancelled(result.reason)) {
          throw result.reason;
        } else {
          unread.push({ dataSpace, surveyId, reason: textOf(result.reason) });
        }
      }
    }
  }

  async #survey(
    client: SurveyClient,
    { surveyId, updatedAt }: { readonly surveyId: string; readonly updatedAt?: string | undefined },
    signal: AbortSignal,
  ): Promise<KnownSurvey> {
    const key = JSON.stringify([client.dataSpace, surveyId]);
    const known = this.#known.get(key);
    if (known && updatedAt !== undefined && known.updatedAt === updatedAt) {
      return known;
    }
    const survey = await client.getSurvey(surveyId, { signal });
    const read = { label: survey.label, updatedAt, entries: entriesOf(survey, []) };
    this.#known.set(key, read);
    return read;
  }
}

interface SearchedSurvey {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly survey: KnownSurvey;
}

function questionsWith(
  words: readonly string[],
  { dataSpace, surveyId, survey }: SearchedSurvey,
): FoundQuestion[] {
  const labels = new Map(
    survey.entries.flatMap((it) =>
      it.kind === "question" && it.question !== undefined ? [[it.question, it.text] as const] : [],
    ),
  );
  return survey.entries.flatMap((entry): FoundQuestion[] => {
    const { kind, question, code = "", text } = entry;
    if ((kind !== "question" && kind !== "option") || question === undefined) {
      return [];
    }
    const sought = searchText(searchableText(entry));
    if (!words.every((it) => sought.includes(it))) {
      return [];
    }
    const label = labels.get(question) ?? "";
    const place = { dataSpace, surveyId, survey: survey.label, question, label };
    return [kind === "option" ? { ...place, option: { code, label: text } } : place];
  });
}
