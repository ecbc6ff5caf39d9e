import type { DataSpaces } from "../adapters/dataSpaces.ts";
import type { PastExports } from "./pastExports.ts";

/** What exporting needs of the extension. */
export interface ExportParts {
  readonly dataSpaces: DataSpaces;
  readonly past: PastExports;
  /** For the manifest. */
  readonly toolVersion: string;
}
