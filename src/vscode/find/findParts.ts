import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { IndexFiller } from "./indexFiller.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** What commands that find are made with. */
export interface FindParts {
  readonly dataSpaces: DataSpaces;
  readonly index: SearchIndex;
  readonly filler: IndexFiller;
}
