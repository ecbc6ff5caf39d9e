import { deflateRawSync, inflateRawSync } from "node:zlib";
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

const shape = z.array(
  z.strictObject({
    id: z.int(),
    kind: z.enum(indexKinds),
    question: z.string().optional(),
    code: z.string().optional(),
    text: z.string(),
    label: z.string().optional(),
    block: z.string().optional(),
    type: z.string().optional(),
  }),
);

export function packed(entries: readonly StoredEntry[]): Uint8Array {
  return deflateRawSync(JSON.stringify(entries), { level: 6 });
}

/** @throws DamagedError */
export function unpacked(bytes: Uint8Array): readonly StoredEntry[] {
  let json: string;
  try {
    json = inflateRawSync(bytes).toString();
  } catch (cause) {
    throw new DamagedError("Entries of a survey cannot be read.", { cause });
  }
  return parsed(shape, json);
}
