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

/** What is to be written of a copy. */
export interface WriteItemsJob {
  readonly wanted: WantedItems;
  readonly format: ItemFormat;
  /** The survey's JSON, as sent. */
  readonly survey: Uint8Array;
  /** Path to write; what stands there is replaced. */
  readonly target: string;
}

export interface WrittenItems extends ItemFacts {
  readonly bytes: number;
  /** Of the file, in hex. */
  readonly sha256: string;
}

/** A call to the system costs as much as to unpack a batch. */
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
    /** What is in the file when the parts are. */
    let batches: Uint8Array[][] = [];
    let isFirst = true;
    for (const { body, items: places } of items.batches()) {
      const page = layout.page(body, places);
      parts.push(...(isFirst ? [] : [layout.separator]), page);
      batches.push([body, page]);
      isFirst = false;
      if (batches.length === batchesAtOnce) {
        await output.append(...parts);
        output.syncSoon();
        batches.flat().forEach(freeMemory);
        [parts, batches] = [[], []];
      }
      // Others wait for this thread, too.
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
    throw fileFault(error, target);
  }
}
