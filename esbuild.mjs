// Bundles the extension host, the command line, the server for assistants, the local data space, the workers and the panels
// into dist/.
// --production minifies; --watch rebuilds on change; --check writes nothing and only checks licences of bundled packages.
import { build, context } from "esbuild";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { bundledPackages, licenceProblems, noticesOf } from "./scripts/packaging/bundled.ts";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const check = process.argv.includes("--check");

const common = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  legalComments: "none",
  metafile: true,
  write: !check,
  logLevel: "warning",
  outdir: "dist",
};

const main = "src/vscode/main.ts";
/** Rooms whose dynamic imports share chunks, and those of them that threads import. */
const importingRooms = /src[\\/](vscode|recipe|formats)[\\/]/;
const threadRooms = /src[\\/]formats[\\/]/;
const workers = /src\/(\w+)\/worker\.ts$/;

/** Size in bytes below which a shared chunk is merged with others. */
const smallChunk = 12 * 1024;

/** Modules in small shared chunks of the host and of the workers. A first build finds them, a second one merges them. */
let small = { inHost: [], inWorkers: [] };

/**
 * Bundles what `main` imports into a few files. esbuild writes one chunk for each set of entry points that share code, and
 * reading fifty files takes longer than evaluating them. So every module that the extension imports dynamically is made to
 * import `main` (loaded by then) and the modules of small chunks first; in a thread, those that all threads load. All commands
 * of a feature share one chunk.
 * @type {import("esbuild").Plugin}
 */
const wholeStart = {
  name: "whole-start",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || !importingRooms.test(importer) || pluginData) {
        return undefined;
      }
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: true });
      const isCommand = basename(importer) === "commands.ts";
      return { path: isCommand ? importer : found.path, namespace: "later" };
    });
    onResolve({ filter: workers }, ({ kind, path, pluginData }) =>
      kind === "entry-point" && !pluginData ? { path, namespace: "worker" } : undefined,
    );
    onLoad({ filter: workers, namespace: "worker" }, ({ path }) => ({
      contents: [...small.inWorkers, path].map((it) => `import "./${it}";`).join("\n"),
      resolveDir: process.cwd(),
    }));
    onLoad({ filter: /.*/, namespace: "later" }, async ({ path }) => {
      const files = basename(path) === "commands.ts" ? await importedLater(path) : [path];
      const loaded = threadRooms.test(path) ? small.inWorkers : [main, ...small.inHost];
      const before = loaded.map((it) => `import "./${it}";`);
      const exported = files.map((it) => `export * from ${JSON.stringify(it)};`);
      return {
        contents: [...before, ...exported].join("\n"),
        resolveDir: process.cwd(),
      };
    });
  },
};

/** Returns the files that a feature's commands.ts imports dynamically. */
async function importedLater(file) {
  const text = await readFile(file, "utf8");
  const paths = [...text.matchAll(/\bimport\("(.+?)"\)/g)].map(([, path]) => path);
  return [...new Set(paths)].map((it) => join(dirname(file), it));
}

const inNode = {
  ...common,
  platform: "node",
  // VS Code 1.103, the oldest that engines.vscode allows, runs Node 22.
  target: "node22",
  format: "esm",
  // Modules that are imported dynamically or shared by several entry points are written once, as chunks.
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  // CommonJS packages call require() for Node's modules.
  banner: {
    js: 'import{createRequire as _require}from"node:module";const require=_require(import.meta.url);',
  },
  // Prefer ES modules over CommonJS if a package has both: they can be tree-shaken.
  mainFields: ["module", "main"],
};

const builds = [
  {
    ...inNode,
    external: ["vscode"],
    plugins: [wholeStart],
    entryPoints: {
      extension: "src/extension.ts",
      service: "src/service/main.ts",
      tables: "src/table/worker.ts",
      formats: "src/formats/worker.ts",
      surveyIndex: "src/surveyIndex/worker.ts",
      warehouse: "src/warehouse/worker.ts",
    },
  },
  // The command line has its own copy of everything: sharing code with the host would split the host into more chunks.
  {
    ...inNode,
    outdir: "dist/cli",
    entryPoints: {
      cli: "src/cli/main.ts",
      table: "src/table/worker.ts",
      formats: "src/formats/worker.ts",
      warehouse: "src/warehouse/worker.ts",
    },
  },
  // The server for clients of the Model Context Protocol, shipped as one file. It uses the extension's workers.
  { ...inNode, splitting: false, entryPoints: { mcp: "src/cli/mcpMain.ts" } },
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

const codicons = ["codicon.css", "codicon.ttf"].map(
  (it) => `node_modules/@vscode/codicons/dist/${it}`,
);
if (!check) {
  await rm("dist", { recursive: true, force: true });
  await mkdir("dist", { recursive: true });
  await Promise.all(codicons.map((file) => cp(file, `dist/${basename(file)}`)));
}

const whole = await build({ ...builds[0], write: false });
small = smallShared(whole.metafile.outputs);

const contexts = await Promise.all(builds.map((build) => context(build)));
if (watch) {
  await Promise.all(contexts.map((it) => it.watch()));
  console.log("Watching for changes. Ctrl-C ends.");
} else {
  const results = await Promise.all(contexts.map((it) => it.rebuild()));
  await Promise.all(contexts.map((it) => it.dispose()));
  const inputs = results.flatMap((it) => Object.keys(it.metafile.inputs));
  await finish(await bundledPackages([...inputs, ...codicons]), results[0].metafile);
}

/** Returns the project's own modules in small shared chunks. */
function smallShared(outputs) {
  const small = Object.values(outputs).filter(
    ({ entryPoint, bytes }) => entryPoint === undefined && bytes < smallChunk,
  );
  const modulesIn = (chunks) =>
    chunks.flatMap(({ inputs }) => Object.keys(inputs)).filter((it) => it.startsWith("src/"));
  const inThreads = new Set();
  for (const output of Object.values(outputs)) {
    if (workers.test(output.entryPoint ?? "")) {
      addLoaded(output, outputs, inThreads);
    }
  }
  return {
    inHost: modulesIn(small),
    inWorkers: modulesIn(small.filter((it) => inThreads.has(it))),
  };
}

/** Adds all chunks that an output imports statically, directly or indirectly. */
function addLoaded(output, outputs, found) {
  for (const { path, kind } of output.imports) {
    const it = outputs[path];
    if (it && kind === "import-statement" && !found.has(it)) {
      found.add(it);
      addLoaded(it, outputs, found);
    }
  }
}

async function finish(packages, metafile) {
  const problems = licenceProblems(packages);
  if (problems.length > 0) {
    console.error(problems.join("\n"));
    process.exitCode = 1;
  }
  if (!check) {
    // scripts/packaging reads these files.
    await writeFile("dist/meta.json", JSON.stringify(metafile));
    const named = packages.map(({ name, version }) => ({ name, version }));
    await writeFile("dist/packages.json", JSON.stringify(named));
    await writeFile("dist/third-party-notices.txt", noticesOf(packages));
  }
}
