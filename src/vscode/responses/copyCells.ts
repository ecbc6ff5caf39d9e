import * as vscode from "vscode";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import { cancelled } from "../../client/waiting.ts";
import { isCancelled } from "../../model/errors.ts";
import { plural } from "../../model/localizable.ts";
import { showStatus, say, showFailure } from "../platform/window.ts";
import type { ShownTable } from "../../table/shownTable.ts";

/** Copies cells to the clipboard, and shows so. Rejects with "cancelled" if the view does not exist any more. */
export async function copyCells(
  { tables, table }: ShownTable,
  { view, ...query }: Parameters<ResponsesRequests["copyCells"]>[0],
  log: vscode.LogOutputChannel,
): Promise<void> {
  try {
    const text = await tables.copy(table, view, query);
    if (text === undefined) {
      throw cancelled();
    }
    await vscode.env.clipboard.writeText(text);
    const count = (query.bottom - query.top + 1) * query.columns.length;
    const said = say(plural(count, { one: "Copied {0} cell", other: "Copied {0} cells" }));
    showStatus(said, 4000);
  } catch (error) {
    if (isCancelled(error)) {
      throw error;
    }
    showFailure(log, "Copying cells", error);
  }
}
