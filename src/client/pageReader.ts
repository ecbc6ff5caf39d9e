import { setImmediate } from "node:timers/promises";
import type { Response, ResponseMetadata } from "../model/response.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { Operation } from "../protocol/operation.ts";
import type { Decoder, VersionMapper } from "./mappers/mapper.ts";
import { mappers } from "./mappers/mappers.ts";
import { cutItems, cutPage, decodeItem, likelyNext } from "./pages.ts";
import type { ItemKind, RawItem, RawItems, RawPage, RawPageRequest } from "./queries.ts";

export const operationOfKind = {
  responses: "getResponses",
  metadata: "getResponseMetadata",
} as const satisfies Record<ItemKind, string>;

/** A page of about 100 kB, which takes some 20 ms. */
const warmUpItems = 100;
const warmUpAnswers = Array.from({ length: 12 }, (_, index) => ({
  name: `Question ${index}`,
  value: [index, "Text of an answer", null],
}));

type ItemOperation = (typeof operationOfKind)[ItemKind];

/** Decodes pages of a version and items cut from them. It sends nothing, so it works in any thread. */
export class PageReader {
  readonly version: ApiVersion;
  readonly dataSpace: string;
  readonly #mapper: VersionMapper;

  /** @param dataSpace its name, for messages */
  constructor(version: ApiVersion, dataSpace: string) {
    this.version = version;
    this.dataSpace = dataSpace;
    this.#mapper = mappers[version];
  }

  /** Cuts a page into items. @throws JsonError if the bytes are not JSON, "malformed-answer" if they are not such a page */
  async cut(
    kind: ItemKind,
    bytes: Uint8Array,
    onNext: RawPageRequest["onNext"],
  ): Promise<Omit<RawPage, "release">> {
    const name = operationOfKind[kind];
    const operation = this.#operation(name);
    const next = onNext && likelyNext(operation, bytes);
    if (next) {
      onNext(next);
      // Send the request before the page is cut, which blocks this thread.
      await setImmediate();
    }
    return cutPage(this.#source(name), operation, bytes, this.#mapper.factFields);
  }

  /** Cuts a generated page: V8 runs code at a tenth of the speed until it has run it often. */
  warmUp(kind: ItemKind): void {
    const name = operationOfKind[kind];
    const operation = this.#operation(name);
    const fields: readonly string[] = Object.values(this.#mapper.factFields);
    const item = { ...Object.fromEntries(fields.map((it) => [it, it])), answers: warmUpAnswers };
    const page = { [operation.paging?.items ?? ""]: Array(warmUpItems).fill(item) };
    const body = Buffer.from(JSON.stringify(page));
    cutPage(this.#source(name), operation, body, this.#mapper.factFields);
    cutPage(this.#source(name), operation, body, this.#mapper.factFields);
  }

  responseOf(page: RawItems, item: RawItem): Response {
    return this.response(page.body.subarray(item.start, item.end), () => page.items.indexOf(item));
  }

  metadataOf(page: RawItems, item: RawItem, operation: ItemOperation): ResponseMetadata {
    const bytes = page.body.subarray(item.start, item.end);
    return this.metadata(bytes, () => page.items.indexOf(item), operation);
  }

  /** @param place returns the item's position among the others, for messages */
  response(item: Uint8Array, place: () => number): Response {
    return this.#item("getResponses", item, place, this.#mapper.response);
  }

  /** @param place returns the item's position among the others, for messages */
  metadata(item: Uint8Array, place: () => number, operation: ItemOperation): ResponseMetadata {
    return this.#item(operation, item, place, this.#mapper.metadata);
  }

  rawItems(array: Uint8Array): RawItem[] {
    return cutItems(this.#source("getResponses"), array, this.#mapper.factFields);
  }

  #item<T>(name: ItemOperation, item: Uint8Array, place: () => number, decode: Decoder<T>): T {
    const exact = this.#mapper.exactItem(item);
    return decodeItem(this.#source(name), this.#operation(name), exact, place, decode);
  }

  #operation(name: ItemOperation): Operation {
    const operation = this.#mapper.protocol[name];
    if (!operation) {
      throw new TypeError(`${this.version} has no ${name}.`);
    }
    return operation;
  }

  #source(operation: ItemOperation) {
    return { dataSpace: this.dataSpace, operation };
  }
}
