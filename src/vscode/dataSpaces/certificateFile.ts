import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as vscode from "vscode";
import { localPath } from "../commands/paths.ts";
import type { SafeText } from "../platform/plainText.ts";
import { t } from "../platform/window.ts";

/** Asks for a PEM file. Returns its path, or what is wrong with it; `undefined` if the person cancels. */
export async function chooseCertificateFile(): Promise<
  { readonly caFile: string } | { readonly problem: SafeText } | undefined
> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Certificate of the authority, as a PEM file"),
      openLabel: vscode.l10n.t("Use Certificate"),
      filters: {
        [vscode.l10n.t("Certificates")]: ["pem", "crt", "cer"],
        [vscode.l10n.t("All files")]: ["*"],
      },
    })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  const caFile = localPath(uri);
  try {
    // Read as text, because X509Certificate also accepts binary (DER) certificates, but the client does not.
    new X509Certificate(await readFile(caFile, "utf8"));
    return { caFile };
  } catch {
    return { problem: t("{0} contains no certificate in PEM form", basename(caFile)) };
  }
}
