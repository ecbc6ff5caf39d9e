import type { VsCodeServer } from "./server.ts";

export interface WorkbenchOptions {
  /** Folder of an extension to load as it is on disk, under development. */
  readonly extension?: string;
  /** The module whose `run` the extension host calls. */
  readonly tests?: string;
  readonly opens?: Opened;
}

/** One folder, a workspace of two, or nothing. */
export type Opened = "folder" | "workspace" | "nothing";

/** The address of VS Code's window on a server. */
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
