import type { AxeResults, RunOptions } from "axe-core";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "playwright-core";

/** A third as long as what the package has for Node: each document reads it anew. */
const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export interface AxeChoices {
  /** A selector: the part that is looked at. */
  readonly within?: string;
  /** Whether only what a theme decides on is looked at, of a document in which all else was. */
  readonly onlyColours?: boolean;
}

const colourRules = ["color-contrast", "link-in-text-block"];

/** What axe finds wrong in one document, or a part of it, as lines for a failed assertion to show. */
export async function accessibilityProblems(
  frame: Frame | Page,
  { within = ":root", onlyColours = false }: AxeChoices = {},
): Promise<string[]> {
  // A panel is a sandboxed frame of another origin, where axe's own Playwright binding cannot reach.
  if (!(await frame.evaluate(() => "axe" in globalThis))) {
    await frame.evaluate(source);
  }
  const { violations } = await frame.evaluate(
    ([it, rules]) =>
      globalThis.axe.run(it, {
        resultTypes: ["violations"],
        ...(rules ? { runOnly: { type: "rule", values: rules } } : {}),
      }),
    [within, onlyColours ? colourRules : undefined] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html}`),
  );
}

declare global {
  var axe: { run(within: string, options: RunOptions): Promise<AxeResults> };
}
