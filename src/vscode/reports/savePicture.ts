import { basename } from "node:path";
import * as vscode from "vscode";
import type { ResponsesRequests } from "../../messages/requests/responses.ts";
import { writeBytes } from "../../export/textFile.ts";
import { invalidInput } from "../../model/errors.ts";
import { showFileWritten } from "../platform/fileMessage.ts";
import { t, showFailure } from "../platform/window.ts";
import { localPath, proposedFile } from "../commands/paths.ts";

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Asks where to save a picture that a panel drew, saves it, and shows the result to the user. */
export async function savePicture(
  log: vscode.LogOutputChannel,
  { name, png }: Parameters<ResponsesRequests["savePicture"]>[0],
): Promise<void> {
  try {
    const bytes = Buffer.from(png, "base64");
    if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) {
      throw invalidInput("The chart of {0} could not be drawn. Copy it as SVG instead.", name);
    }
    const uri = await vscode.window.showSaveDialog({
      title: vscode.l10n.t("Save chart"),
      defaultUri: proposedFile(name, "png"),
      filters: { PNG: ["png"] },
    });
    if (uri) {
      const file = localPath(uri);
      // The dialog has already asked before replacing a file.
      await writeBytes(file, true, async () => bytes);
      const said = t("{0} was saved.", basename(file));
      await showFileWritten(said, file, { isText: false });
    }
  } catch (error) {
    showFailure(log, "Saving a picture", error);
  }
}
