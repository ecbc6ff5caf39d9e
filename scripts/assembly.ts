// npm run assembly [-- --check]: compiles assembly/jsonScanner.ts into the code that the client carries.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const root = join(import.meta.dirname, "..");
const source = join(root, "assembly/jsonScanner.ts");
const target = join(root, "src/client/jsonScannerCode.ts");
// As a program of its own: its types would change those of the console for all other scripts.
const compiler = fileURLToPath(import.meta.resolve("assemblyscript/bin/asc.js"));

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const folder = await mkdtemp(join(tmpdir(), "survey-explorer-assembly-"));
try {
  const file = join(folder, "jsonScanner.wasm");
  const options = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"];
  await promisify(execFile)(process.execPath, [compiler, source, "--outFile", file, ...options]);
  const code = (await readFile(file)).toString("base64");
  const text = `/** assembly/jsonScanner.ts, compiled by \`npm run assembly\`: WebAssembly in base64. */
export const jsonScannerCode =
  "${code}";
`;
  if (!values.check) {
    await writeFile(target, text);
  } else if ((await readFile(target, "utf8")) !== text) {
    console.error("src/client/jsonScannerCode.ts is out of date: run `npm run assembly`.");
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
