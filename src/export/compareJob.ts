import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { PageReader } from "../client/pageReader.ts";
import { cancelled } from "../client/waiting.ts";
import { itemCount } from "../copy/copyState.ts";
import { addKeySums, isSameKeySum } from "../copy/keySum.ts";
import type { CopyVersion } from "../copy/readableCopy.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import type { SurveyError } from "../model/errors.ts";
import type { LocalizableText } from "../model/localizable.ts";
import { versionSupports } from "../model/versionSupport.ts";
import { freeMemory } from "../store/freeMemory.ts";
import type { ItemKind, RawItem, RawItems } from "../client/queries.ts";
import { compareItems, type Difference, type KeyedItem, type LeftOut } from "./compareItems.ts";
import { CopyItems, type WantedItems } from "./copyItems.ts";
import { exportedItems, type ReadableFormat } from "./exportedItems.ts";
import type { ItemsOfSecond } from "./schemas.ts";

/** A comparison of a finished export with what the service has. */
export interface CompareFileJob {
  readonly file: string;
  readonly format: ReadableFormat;
  readonly kind: ItemKind;
  /** Items to take from the copy of what the service has: metadata or responses. */
  readonly service: WantedItems;
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

export interface FileComparison extends Difference {
  readonly file: FileFacts;
}

/**
 * Compares a version of a copy of responses with all metadata that the service has.
 * @param service a copy of the metadata
 * @throws SurveyError "cancelled"
 */
export async function compareCopies(
  service: SurveyCopy,
  copy: SurveyCopy,
  copyVersion: CopyVersion,
  signal: AbortSignal,
): Promise<Difference> {
  const [its, mine] = [service.pagesOf(undefined), copy.pagesOf(copyVersion)];
  const [itsKeys, myKeys] = [its, mine].map((pages) => addKeySums(pages.map((it) => it.keys)));
  if (itemCount(its) === itemCount(mine) && isSameKeySum(itsKeys, myKeys)) {
    // Proved without a look at the items: both have the same ids at the same times.
    return { missing: 0, extra: 0, doubled: 0, where: [] };
  }
  const keyOf = keysOf(service, "responses");
  const items = new CopyItems(copy, { kind: "responses", query: {}, copyVersion });
  const metadata = new CopyItems(service, { kind: "metadata", query: {} });
  return compareItems(
    () => keyedItems(service.reader, items, keyOf, signal),
    () => keyedItems(service.reader, metadata, keyOf, signal),
    service.loaded,
  );
}

/**
 * Compares a file with a copy of what the service has.
 * @throws SurveyError "file-fault" if the file cannot be read, "cancelled"
 */
export async function compareFile(
  service: SurveyCopy,
  job: CompareFileJob,
  signal: AbortSignal,
): Promise<FileComparison> {
  const { reader: source } = service;
  const keyOf = keysOf(service, job.kind);
  const wanted = new CopyItems(service, job.service);
  let hash = createHash("sha256");
  let [items, bytes] = [0, 0];
  let damage: LocalizableText | undefined;
  async function* fileItems(): AsyncGenerator<KeyedItem[], void, undefined> {
    hash = createHash("sha256");
    [items, bytes, damage] = [0, 0, undefined];
    const onBytes = (it: Uint8Array) => {
      hash.update(it);
      bytes += it.length;
    };
    const onDamage = (it: SurveyError) => (damage ??= it.text);
    const { file, format } = job;
    for await (const batch of exportedItems({ file, format, source, signal, onBytes, onDamage })) {
      items += batch.items.length;
      yield keyed(batch, keyOf);
    }
  }
  const difference = await compareItems(
    fileItems,
    () => keyedItems(source, wanted, keyOf, signal),
    service.loaded,
    leftOutOf(service, job),
  );
  return { ...difference, file: { items, bytes, sha256: hash.digest("hex"), damage } };
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
function leftOutOf({ version }: SurveyCopy, { kind, known }: CompareFileJob): LeftOut | undefined {
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
    const wanted = reader.rawItems(body).filter((it) => starts.has(it.start));
    yield keyed({ body, items: wanted }, keyOf);
    freeMemory(body);
  }
}

function keyed({ body, items }: RawItems, keyOf: KeyOf): KeyedItem[] {
  return items.map((item) => ({ key: keyOf(item, body), finishedAt: item.finishedAt }));
}
