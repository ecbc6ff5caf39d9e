import type * as vscode from "vscode";

/** A button of a message, and what it does. */
export interface Action extends vscode.MessageItem {
  run(): PromiseLike<unknown>;
}
