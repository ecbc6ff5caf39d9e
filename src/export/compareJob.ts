import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { PageReader } from "../client/pageReader.ts";
import { cancelled } from "../client/waiting.ts";
import { itemCount } from "../copy/copyState.ts";
import { addKeySums, isSameKeySum } from "../copy/keySum.ts";
import type { CopyVersion } from "../copy/readableCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import type { LocalizableText } from "../model/localizable.ts";
import { versionSupports } from "../model/versionSupport.ts";
import { freeMemory } from "../store/freeMemory.ts";
import type { ItemKind, RawItem } from "../client/queries.ts";
import { compareItems, type Difference, type KeyedItem, type LeftOut } from "./compareItems.ts";
import { CopyItems, type WantedItems } from "./copyItems.ts";
import { exportedItems, type ReadableFormat } from "./exportedItems.ts";
import type { ItemsOfSecond } from "./schemas.ts";

/** A comparison of a file, or of a copy, with what the service has. */
export interface CompareJob {
  /** Items to take from the copy of what the service has: metadata or responses. */
  readonly service: WantedItems;
  /** What to compare: a finished export, or the items of a version of a copy. */
  readonly subject:
    | { readonly file: string; readonly format: ReadableFormat }
    | { readonly copy: number; readonly copyVersion: CopyVersion | undefined };
  readonly kind: ItemKind;
  /** Items that an earlier export has of this export's first second: ids, or hashes of responses. */
  readonly known?: ItemsOfSecond | undefined;
}

/** Facts about a file, gathered while it is read. */
export interface FileFacts {
  readonly items: number;
  readonly bytes: number;
  /** Hash of the file, in hex. */
  readonly sha256: string;
  /** First place where the file cannot be read; undefined if there is none. What is there counts as missing. */
  readonly damage?: LocalizableText | undefined;
}

export interface Comparison extends Difference {
  readonly file?: FileFacts | undefined;
}

/**
 * Compares a file or a copy with a copy of what the service has.
 * @param subject the copy to compare; undefined if the job names a file
 * @throws SurveyError "file-fault" if the file cannot be read, "cancelled"
 */
export async function compareWithService(
  service: SurveyCopy,
  subject: SurveyCopy | undefined,
  job: CompareJob,
  signal: AbortSignal,
): Promise<Comparison> {
  if (subject && hasSameKeys(service, subject, job)) {
    return { missing: 0, extra: 0, doubled: 0, where: [] };
  }
  const keyOf = keysOf(service, job.kind);
  const { reader } = service;
  const keyedItemsOf = (copy: SurveyCopy, wanted: WantedItems) => () =>
    keyedItems(reader, new CopyItems(copy, wanted), keyOf, signal);
  let file: FileFacts | undefined;
  const subjectItems = subject
    ? keyedItemsOf(subject, { kind: job.kind, query: {}, copyVersion: copyVersionOf(job) })
    : () => fileItems(job, reader, keyOf, signal, (facts) => (file = facts));
  const difference = await compareItems(
    subjectItems,
    keyedItemsOf(service, job.service),
    service.loaded,
    leftOutOf(service, job),
  );
  return { ...difference, file };
}

/** Returns true if counts and key sums prove, without a look at the items, that both have the same ids at the same times. */
function hasSameKeys(service: SurveyCopy, subject: SurveyCopy, job: CompareJob): boolean {
  const isAll = job.known === undefined && Object.keys(job.service.query).length === 0;
  const [its, mine] = [
    service.pagesOf(job.service.copyVersion),
    subject.pagesOf(copyVersionOf(job)),
  ];
  return (
    isAll &&
    itemCount(its) === itemCount(mine) &&
    isSameKeySum(addKeySums(its.map((it) => it.keys)), addKeySums(mine.map((it) => it.keys)))
  );
}

function copyVersionOf({ subject }: CompareJob): CopyVersion | undefined {
  return "copyVersion" in subject ? subject.copyVersion : undefined;
}

type KeyOf = (item: RawItem, body: Uint8Array) => string;

/**
 * Returns the function that identifies an item, to find the same one at the service: by its id. Responses of v1 and v2 have
 * no id; they are identified by everything that metadata say about a response, which several may have in common.
 */
function keysOf({ version }: SurveyCopy, kind: ItemKind): KeyOf {
  const hasId = kind === "metadata" || versionSupports(version, "responseId");
  return (item, body) => (hasId ? item.id : undefined) ?? facts(item, body);
}

/**
 * Returns the items that the file must leave out. Responses without ids are known by hashes only, which cannot be compared
 * with metadata, so there only their number is known.
 */
function leftOutOf({ version }: SurveyCopy, { kind, known }: CompareJob): LeftOut | undefined {
  const hasId = kind === "metadata" || versionSupports(version, "responseId");
  return (
    known && {
      finishedAt: known.finishedAt,
      items: known.items.length,
      keys: hasId ? new Set(known.items) : undefined,
    }
  );
}

const factNames = ["serial", "collectGroupId", "startedAt", "finishedAt"];

function facts({ start, end }: RawItem, body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset + start, end - start);
  const item: unknown = JSON.parse(bytes.toString("utf8"));
  const values = new Map<string, unknown>(Object.entries(item ?? {}));
  return JSON.stringify(factNames.map((name) => values.get(name) ?? null));
}

async function* keyedItems(
  reader: PageReader,
  items: CopyItems,
  keyOf: KeyOf,
  signal: AbortSignal,
): AsyncGenerator<KeyedItem[], void, undefined> {
  for (const { body, items: places } of items.batches()) {
    // Let other tasks of this thread run.
    await setImmediate();
    if (signal.aborted) {
      throw cancelled();
    }
    const starts = new Set(places.map((it) => it.start));
    yield reader
      .rawItems(body)
      .filter((it) => starts.has(it.start))
      .map((item) => ({ key: keyOf(item, body), finishedAt: item.finishedAt }));
    freeMemory(body);
  }
}

async function* fileItems(
  { subject }: CompareJob,
  source: PageReader,
  keyOf: KeyOf,
  signal: AbortSignal,
  notify: (facts: FileFacts) => void,
): AsyncGenerator<KeyedItem[], void, undefined> {
  if (!("file" in subject)) {
    throw new TypeError("There is nothing to compare.");
  }
  const hash = createHash("sha256");
  let [items, bytes] = [0, 0];
  let damage: LocalizableText | undefined;
  const batches = exportedItems({
    ...subject,
    source,
    signal,
    onBytes: (it) => {
      hash.update(it);
      bytes += it.length;
    },
    onDamage: (it) => (damage ??= it.text),
  });
  for await (const { body, items: some } of batches) {
    items += some.length;
    yield some.map((item) => ({ key: keyOf(item, body), finishedAt: item.finishedAt }));
  }
  notify({ items, bytes, sha256: hash.digest("hex"), damage });
}
