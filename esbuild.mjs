// Bundles the extension host, the local data space, the workers of tables and formats, and the panels into dist/.
// --production minifies; --watch rebuilds on change.
import { context } from "esbuild";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");

const common = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  outdir: "dist",
};

const main = "src/vscode/main.ts";

/**
 * Makes all that `main` imports come in a few files: for esbuild, code that is shared by other modules is another chunk
 * each time, and reading fifty files takes longer than evaluating them. Whatever the extension imports later says here that it
 * needs `main`, too, which is there by then.
 * @type {import("esbuild").Plugin}
 */
const wholeStart = {
  name: "whole-start",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || !importer.includes(join("src", "vscode")) || pluginData) {
        return undefined;
      }
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: true });
      return { ...found, namespace: "later" };
    });
    onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
      contents: [`import "./${main}";`, `export * from ${JSON.stringify(path)};`].join("\n"),
      resolveDir: process.cwd(),
    }));
  },
};

const builds = [
  {
    ...common,
    platform: "node",
    // VS Code 1.103, the oldest that engines.vscode allows, runs Node 22.
    target: "node22",
    format: "esm",
    // What is imported when it is needed first, and what several share, is in chunks, once.
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    // For packages that are CommonJS, and ask for modules of Node.
    banner: {
      js: 'import{createRequire as _require}from"node:module";const require=_require(import.meta.url);',
    },
    external: ["vscode"],
    // Packages that offer both are taken as modules: those shake.
    mainFields: ["module", "main"],
    plugins: [wholeStart],
    entryPoints: {
      extension: "src/extension.ts",
      service: "src/service/main.ts",
      tables: "src/table/worker.ts",
      formats: "src/formats/worker.ts",
    },
  },
  {
    ...common,
    platform: "browser",
    target: "chrome134",
    format: "esm",
    entryPoints: {
      panel: "src/webview/shared/panel.css",
      structure: "src/webview/structure/main.ts",
      responses: "src/webview/responses/main.ts",
      responseUrls: "src/webview/responseUrls/main.ts",
    },
  },
];

await rm("dist", { recursive: true, force: true });
await mkdir("dist", { recursive: true });
for (const file of ["@vscode/codicons/dist/codicon.css", "@vscode/codicons/dist/codicon.ttf"]) {
  await cp(`node_modules/${file}`, `dist/${basename(file)}`);
}

const contexts = await Promise.all(builds.map((build) => context(build)));
if (watch) {
  await Promise.all(contexts.map((it) => it.watch()));
  console.log("Watching for changes. Ctrl-C ends.");
} else {
  const results = await Promise.all(contexts.map((it) => it.rebuild()));
  await Promise.all(contexts.map((it) => it.dispose()));
  // What scripts/packaging/startSize.ts reads.
  await writeFile("dist/meta.json", JSON.stringify(results[0].metafile));
  await writeNotices(results.flatMap((it) => Object.keys(it.metafile.inputs)));
}

/** The licences of what is bundled, which ask to be handed on with it. */
async function writeNotices(inputs) {
  const names = inputs.map((it) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(it)?.[1]);
  const packages = [...new Set([...names, "@vscode/codicons"])].filter(Boolean).sort();
  const notices = [];
  for (const name of packages) {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
    const file = (await readdir(folder)).find((it) => /^licen[cs]e/i.test(it));
    const text = file ? await readFile(`${folder}/${file}`, "utf8") : "";
    notices.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  await writeFile("dist/third-party-notices.txt", notices.join(`\n${"-".repeat(80)}\n\n`));
}
