import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import * as z from "zod";
import { DamagedError, parsed } from "../store/rows.ts";
import { indexKinds, type IndexEntry } from "./indexEntries.ts";

/** As many as bits tell, so that SQL can mask them. */
export const kindNumbers = 8;

/** An entry, and the number of the text that it is found by. */
export interface StoredEntry extends IndexEntry {
  readonly id: number;
}

/** The number of the entry's text in the tables: it tells the kind, too. */
export function textNumber({ kind, id }: Pick<StoredEntry, "kind" | "id">): number {
  return id * kindNumbers + indexKinds.indexOf(kind);
}

/** What of a text's number is the entry's. */
export function idOf(number: number): number {
  return Math.floor(number / kindNumbers);
}

const entry = z.strictObject({
  id: z.int(),
  kind: z.enum(indexKinds),
  question: z.string().optional(),
  code: z.string().optional(),
  text: z.string(),
  label: z.string().optional(),
  block: z.string().optional(),
  type: z.string().optional(),
});
const properties = entry.keyof().options;

/** One property of all entries after the other: compressed, that takes three quarters of one entry after the other. */
const shape = z
  .record(entry.keyof(), z.array(z.unknown()))
  .transform((columns): unknown[] =>
    columns.id.map((_, at): unknown =>
      Object.fromEntries(
        properties.flatMap((it) => {
          const value = columns[it][at];
          return value === null ? [] : [[it, value] as const];
        }),
      ),
    ),
  )
  .pipe(z.array(entry));

/** As fast as deflate, and smaller by a tenth. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function packed(entries: readonly StoredEntry[]): Uint8Array {
  const columns = properties.map((it) => [it, entries.map((entry) => entry[it] ?? null)]);
  return brotliCompressSync(JSON.stringify(Object.fromEntries(columns)), quick);
}

/** @throws DamagedError */
export function unpacked(bytes: Uint8Array): readonly StoredEntry[] {
  let json: string;
  try {
    json = brotliDecompressSync(bytes).toString();
  } catch (cause) {
    throw new DamagedError("Entries of a survey cannot be read.", { cause });
  }
  return parsed(shape, json);
}
