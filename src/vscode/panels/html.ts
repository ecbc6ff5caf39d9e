import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The browser programs that esbuild.mjs makes. */
export type PanelProgram = "structure" | "responses" | "responseUrls";

/** Returns the folders that a panel's webview may load from: only the build output. */
export function panelRoots(extensionUri: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, "dist")];
}

/** Makes the HTML of a webview. No other place makes HTML. It contains no outside data: that arrives by message. */
export function panelHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  program: PanelProgram,
): string {
  const nonce = randomBytes(16).toString("base64url");
  const uri = (...path: string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Survey Explorer</title>
    <link id="vscode-codicon-stylesheet" rel="stylesheet" href="${uri("dist", "codicon.css")}" />
    <link rel="stylesheet" href="${uri("dist", "panel.css")}" />
    <link rel="stylesheet" href="${uri("dist", `${program}.css`)}" />
  </head>
  <body>
    <div id="app"></div>
    <script type="module" nonce="${nonce}" src="${uri("dist", `${program}.js`)}"></script>
  </body>
</html>`;
}
