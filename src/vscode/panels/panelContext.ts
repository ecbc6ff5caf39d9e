import type { SharedParts } from "../sharedParts.ts";
import type * as vscode from "vscode";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import type { CommandSource } from "../surveys/node.ts";

/** What panels need of the rest of the extension. */
export interface PanelContext extends SharedParts {
  readonly extensionUri: vscode.Uri;
  readonly progress: GroupProgress;
  readonly state: vscode.Memento;
  /** Runs one of our commands as if clicked. The command reports its own failures. */
  readonly run: (command: string, clicked: CommandSource) => void;
}
