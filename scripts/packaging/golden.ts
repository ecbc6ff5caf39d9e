import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";

/**
 * Compares the paths in a package with the list in a golden file.
 * @param command rewrites the list
 * @returns the differences
 */
export async function goldenProblems(
  golden: string,
  paths: readonly string[],
  isUpdate: boolean,
  command: string,
): Promise<string[]> {
  // The names of chunks have hashes of their contents, so replace them.
  const found = [...new Set(paths.map((it) => it.replace(/(chunks\/).+\.js$/, "$1*.js")))].sort();
  if (isUpdate) {
    await writeFile(golden, found.map((path) => `${path}\n`).join(""));
    return [];
  }
  const wanted = (await readFile(golden, "utf8")).split("\n").filter((line) => line !== "");
  const differences = [
    ...found.filter((path) => !wanted.includes(path)).map((path) => `+ ${path}`),
    ...wanted.filter((path) => !found.includes(path)).map((path) => `- ${path}`),
  ];
  return differences.length === 0
    ? []
    : [
        `The package does not hold what scripts/${basename(golden)} lists:`,
        ...differences,
        `If that is meant: ${command} -- --update`,
      ];
}
