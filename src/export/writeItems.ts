import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { cancelled } from "../client/waiting.ts";
import type { SurveyCopy } from "../copy/surveyCopy.ts";
import type { ItemFormat } from "../formats/kinds/formats.ts";
import { freeMemory } from "../store/freeMemory.ts";
import { CopyItems, type ItemFacts, type WantedItems } from "./copyItems.ts";
import { fileFault } from "./fileFaults.ts";
import { itemLayouts } from "./itemLayout.ts";
import { OutputFile } from "./outputFile.ts";
import { createReplacing } from "./targetFiles.ts";

/** What to write from a copy. */
export interface WriteItemsJob {
  readonly wanted: WantedItems;
  readonly format: ItemFormat;
  /** The survey's JSON, as sent. */
  readonly survey: Uint8Array;
  /** Path to write; an existing file is replaced. */
  readonly target: string;
}

export interface WrittenItems extends ItemFacts {
  readonly bytes: number;
  /** Hash of the file, in hex. */
  readonly sha256: string;
}

/** Batches per write: a system call costs as much as unpacking a batch. */
const batchesAtOnce = 4;

/** Writes a copy's items to a file, in one pass. */
export async function writeItems(
  copy: SurveyCopy,
  { wanted, format, survey, target }: WriteItemsJob,
  signal: AbortSignal,
): Promise<WrittenItems> {
  const layout = itemLayouts[format];
  const items = new CopyItems(copy, wanted);
  const output = new OutputFile(await createReplacing(target));
  try {
    const endDateTime = items.endDateTime();
    await output.append(
      layout.head({ apiVersion: copy.version, survey, query: { ...wanted.query, endDateTime } }),
    );
    let parts: Uint8Array[] = [];
    /** Memory that can be freed once the parts are written. */
    let batches: Uint8Array[][] = [];
    let isFirst = true;
    for (const { body, items: places } of items.batches()) {
      const page = layout.page(body, places);
      parts.push(...(isFirst ? [] : [layout.separator]), page);
      batches.push([body, page]);
      isFirst = false;
      if (batches.length === batchesAtOnce) {
        await output.write(...parts);
        batches.flat().forEach(freeMemory);
        [parts, batches] = [[], []];
      }
      // Let other tasks of this thread run.
      await setImmediate();
      if (signal.aborted) {
        throw cancelled();
      }
    }
    const facts = items.facts();
    await output.append(...parts, layout.tail(facts.responses));
    const sha256 = await output.finish();
    return { ...facts, bytes: output.size, sha256 };
  } catch (error) {
    await output.abandon().catch(() => undefined);
    // On a full disk, nothing is as much in the way as what was being written.
    await rm(target, { force: true }).catch(() => undefined);
    throw fileFault(error, target);
  }
}
