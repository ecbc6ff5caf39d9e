import type * as vscode from "vscode";
import type { Formats } from "../formats/calls.ts";
import type { DataSpaces } from "./dataSpaces/dataSpaces.ts";
import type { MissingCodesStore } from "./responses/missingCodesStore.ts";
import type { ResponseTables } from "./responses/responseTables.ts";
import type { StructureHistory } from "./structureChanges/structureHistory.ts";

/** What commands, panels and exports need of the extension. */
export interface SharedParts {
  readonly dataSpaces: DataSpaces;
  readonly tables: ResponseTables;
  readonly structures: StructureHistory;
  readonly missingCodes: MissingCodesStore;
  readonly formats: Formats;
  /** Version of this extension, for files that are written. */
  readonly toolVersion: string;
  readonly log: vscode.LogOutputChannel;
}
