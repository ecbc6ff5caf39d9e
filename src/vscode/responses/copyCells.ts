import * as vscode from "vscode";
import type { ResponsesRequest } from "../../messages/responses.ts";
import { logFailure, messageOf } from "../platform/log.ts";
import { plain } from "../platform/plainText.ts";
import { showStatus, showWarning, t } from "../platform/window.ts";
import type { ShownTable } from "./tableAnswers.ts";

/** Milliseconds for which the status bar says what was copied. */
export const copiedShown = 4000;

/** Puts cells on the clipboard, and tells the user so; nothing happens where the view is gone. */
export function copyCells(
  { tables, table }: ShownTable,
  request: Extract<ResponsesRequest, { readonly kind: "copyCells" }>,
  log: vscode.LogOutputChannel,
): void {
  const { kind, view, ...query } = request;
  const copy = async (): Promise<void> => {
    const text = await tables.copy(table, view, query);
    if (text !== undefined) {
      await vscode.env.clipboard.writeText(text);
      const count = (query.bottom - query.top + 1) * query.columns.length;
      const said = t("Copied {0} cells", count.toLocaleString(vscode.env.language));
      showStatus(said, copiedShown);
    }
  };
  copy().catch((error: unknown) => {
    logFailure(log, "Copying cells", error);
    void showWarning(plain(messageOf(error)));
  });
}
