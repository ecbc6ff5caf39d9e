import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { IndexFiller } from "./indexFiller.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** Parts of the extension that the Find commands use. */
export interface FindParts {
  readonly dataSpaces: DataSpaces;
  readonly index: SearchIndex;
  readonly indexFiller: IndexFiller;
}
