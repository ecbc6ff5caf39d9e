import type { VsCodeServer } from "./server.ts";

export interface WorkbenchOptions {
  /** Folder of an extension to load under development. */
  readonly extension?: string;
  /** The module whose `run` the extension host calls. */
  readonly tests?: string;
  readonly opens?: Opened;
}

/** What a window opens: one folder, a workspace with two folders, or nothing. */
export type Opened = "folder" | "workspace" | "nothing";

/** Returns the address of a VS Code window on a server. */
export function workbenchUrl(
  server: VsCodeServer,
  { extension, tests, opens = "folder" }: WorkbenchOptions = {},
): URL {
  const remote = (path: string): string =>
    `vscode-remote://${server.url.host}${path.replaceAll("\\", "/").replace(/^(?!\/)/, "/")}`;
  const payload = [
    ...(extension === undefined ? [] : [["extensionDevelopmentPath", remote(extension)]]),
    ...(tests === undefined ? [] : [["extensionTestsPath", remote(tests)]]),
    ["skipWelcome", "true"],
  ];
  const url = new URL(server.url);
  switch (opens) {
    case "folder":
      url.searchParams.set("folder", server.folder);
      break;
    case "workspace":
      url.searchParams.set("workspace", server.workspace);
      break;
    case "nothing":
      url.searchParams.set("ew", "true");
      break;
  }
  url.searchParams.set("payload", JSON.stringify(payload));
  return url;
}
