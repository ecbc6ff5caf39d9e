import { build } from "esbuild";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname, join } from "node:path";
import { themes, themeStyles, type Theme } from "./panelPageThemes.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
};

/** Programs of the pages. "grid" and "fieldwork" are parts of the responses panel, with what a test makes them show. */
const programs = ["structure", "responses", "responseUrls", "grid", "fieldwork"] as const;
export type Program = (typeof programs)[number];

export interface PanelServer {
  address(program: Program, theme: Theme): string;
  close(): Promise<void>;
}

let files: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/** Serves the built panels as the host does: the same page, under the same policy. */
export async function startPanelServer(): Promise<PanelServer> {
  files ??= builtFiles();
  const served = await files;
  const server = createServer((request, response) => {
    const { status, type, body } = answer(new URL(request.url ?? "/", "http://localhost"), served);
    // The files do not change while the server runs, and a page that shows one panel after the other need not fetch them again.
    response.writeHead(status, { "content-type": type, "cache-control": "max-age=3600" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") {
    throw new Error("The test server has no port.");
  }
  return {
    address: (program, theme) => `http://127.0.0.1:${bound.port}/${program}?theme=${theme}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads the files once, so that all tests see one build even if another is made meanwhile. */
async function builtFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map([...(await panelFiles()), ...(await harnesses())]);
}

async function harnesses(): Promise<(readonly [string, Uint8Array])[]> {
  const panels = join(root, "test", "webview", "panels");
  const { outputFiles } = await build({
    entryPoints: {
      grid: join(panels, "gridHarness.ts"),
      fieldwork: join(panels, "fieldworkHarness.ts"),
    },
    bundle: true,
    format: "esm",
    target: "chrome134",
    outdir: "dist",
    write: false,
  });
  return outputFiles.map((it) => [`/dist/${basename(it.path)}`, it.contents] as const);
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

async function panelFiles(): Promise<(readonly [string, Uint8Array])[]> {
  const folder = join(root, "dist");
  const names = (await readdir(folder)).filter((name) => extname(name) in types);
  return Promise.all(
    names.map(async (name) => [`/dist/${name}`, await readFile(join(folder, name))] as const),
  );
}

function answer(url: URL, files: ReadonlyMap<string, Uint8Array>): Answer {
  const theme = themes.find((it) => it === url.searchParams.get("theme")) ?? "dark";
  const program = programs.find((it) => url.pathname === `/${it}`);
  if (program) {
    return { status: 200, type: "text/html; charset=utf-8", body: page(program, theme) };
  }
  if (url.pathname === "/theme.css") {
    return { status: 200, type: "text/css", body: themeStyles(theme) };
  }
  const body = files.get(url.pathname);
  const type = types[extname(url.pathname)];
  return body === undefined || type === undefined
    ? { status: 404, type: "text/plain", body: "" }
    : { status: 200, type, body };
}

/** As src/vscode/panels/html.ts writes it, with 'self' for the webview's own source. */
function page(program: Program, theme: Theme): string {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "script-src 'nonce-test'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Survey Explorer</title>
    <link rel="stylesheet" href="/theme.css?theme=${theme}" />
    <link rel="stylesheet" href="/dist/codicon.css" />
    <link rel="stylesheet" href="/dist/panel.css" />
    <link rel="stylesheet" href="/dist/${program}.css" />
  </head>
  <body class="vscode-${theme}" data-vscode-theme-kind="vscode-${theme}">
    <div id="app"></div>
    <script type="module" nonce="test" src="/dist/${program}.js"></script>
  </body>
</html>`;
}
