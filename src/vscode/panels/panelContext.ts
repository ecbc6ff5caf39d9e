import type * as vscode from "vscode";
import type { Formats } from "../../formats/calls.ts";
import type { MissingCodesStore } from "../responses/missingCodesStore.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import type { ResponseTables } from "../responses/responseTables.ts";
import type { StructureHistory } from "../structureChanges/structureHistory.ts";
import type { CommandSource } from "../surveys/node.ts";

/** What panels need of the rest of the extension. */
export interface PanelContext {
  readonly extensionUri: vscode.Uri;
  readonly dataSpaces: DataSpaces;
  readonly tables: ResponseTables;
  readonly structures: StructureHistory;
  readonly missingCodes: MissingCodesStore;
  readonly progress: GroupProgress;
  readonly formats: Formats;
  /** Version of the extension, for files that are written. */
  readonly toolVersion: string;
  readonly state: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
  /** Runs one of our commands as if clicked. The command reports its own failures. */
  readonly run: (command: string, clicked: CommandSource) => void;
}
