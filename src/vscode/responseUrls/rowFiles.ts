import * as vscode from "vscode";
import type { RowText } from "../../messages/responseUrls.ts";
import { invalidInput, SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";

const maximumBytes = 20_000_000;

/** Returns the text of a CSV or JSON file that the person chooses; `undefined` if they cancel. */
export async function chooseRowFile(): Promise<RowText | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Rows from a CSV or JSON file"),
    filters: { "CSV, JSON": ["csv", "tsv", "txt", "json"] },
  });
  const uri = chosen?.[0];
  return uri && readRowFile(uri);
}

/** @throws SurveyError "invalid-input" for a file that is too large or not text in UTF-8 */
async function readRowFile(uri: vscode.Uri): Promise<RowText> {
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maximumBytes) {
    throw invalidInput("{0} is larger than 20 MB. Divide it into several files.", name);
  }
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { format: /\.json$/i.test(name) ? "json" : "csv", name, text };
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
    throw new SurveyError(
      "invalid-input",
      localizable('{0} is not text in UTF-8. Save it as "CSV UTF-8" and open it again.', name),
      { cause: error },
    );
  }
}
