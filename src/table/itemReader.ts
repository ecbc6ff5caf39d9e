import { itemDecoder } from "../client/itemDecoder.ts";
import { PageReader } from "../client/pageReader.ts";
import type { RawItems } from "../client/queries.ts";
import type { Response } from "../model/response.ts";
import type { ApiVersion } from "../model/survey.ts";
import { DamagedError } from "./tableFile.ts";

/** Understands items as the service sent them. */
export class ItemReader {
  readonly #pages: PageReader;
  readonly #decode: ReturnType<typeof itemDecoder>;

  /** @param dataSpace its name, for messages */
  constructor(version: ApiVersion, dataSpace: string) {
    this.#pages = new PageReader(version, dataSpace);
    this.#decode = itemDecoder(version, dataSpace);
  }

  /** @param places as of `KeptPage` @throws "malformed-answer" where an item cannot be read */
  responsesOf(body: Uint8Array, places: Uint32Array): Response[] {
    return Array.from({ length: places.length / 2 }, (_, place) =>
      this.#decode(body.subarray(places[2 * place], places[2 * place + 1]), () => place),
    );
  }

  /** Of an item that could be read when it was kept. */
  keptResponse(item: Uint8Array): Response {
    try {
      return this.#decode(item, () => 0);
    } catch (cause) {
      throw new DamagedError("A response cannot be read.", { cause });
    }
  }

  pageOf(items: readonly Uint8Array[]): RawItems {
    const body = Buffer.concat([
      Buffer.from("["),
      ...items.flatMap((it, index) => (index === 0 ? [it] : [Buffer.from(","), it])),
      Buffer.from("]"),
    ]);
    return { body, items: this.#pages.rawItems(body) };
  }
}
