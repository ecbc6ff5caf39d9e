import { setTimeout } from "node:timers/promises";
import type { IndexQuery } from "../../surveyIndex/calls.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Hit, Unread } from "./searchIndex.ts";

/** Parts of the extension that the Find commands use. */
export type FindParts = Pick<CommandParts, "dataSpaces" | "index" | "indexFiller">;

/** Milliseconds for which a program's search waits for surveys that are not loaded yet. `unread` lists the rest. */
const patience = 5000;

/** Searches for a program, which sees one result only. @param isSought which data spaces to search; default: all */
export async function searchOnce(
  { index, indexFiller }: FindParts,
  { text, kinds, limit }: Omit<IndexQuery, "spaces">,
  isSought: (it: { readonly dataSpace: string }) => boolean = () => true,
): Promise<{ readonly hits: readonly Hit[]; readonly unread: readonly Unread[] }> {
  await Promise.race([indexFiller.update(), setTimeout(patience, undefined, { ref: false })]);
  const { spaces: all, unread } = await index.spaces();
  const spaces = all.filter(isSought);
  const hits = await index.search(spaces, text, kinds, limit);
  const missing = [...unread, ...indexFiller.failed, ...(await index.unread(spaces))];
  return { hits, unread: missing.filter(isSought) };
}
