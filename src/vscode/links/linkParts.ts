import * as vscode from "vscode";
import type { LinkParts } from "./link.ts";

/** Returns the parts of a link that a person or program gives. A text that VS Code cannot parse has only a path. */
export function linkParts(text: string): LinkParts {
  try {
    return vscode.Uri.parse(text);
  } catch {
    return { authority: "", path: text, query: "", fragment: "" };
  }
}
