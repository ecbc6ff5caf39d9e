import type { AxeResults, RunOptions } from "axe-core";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "playwright-core";

/** A third of the size of the source for Node, which matters because each document parses it again. */
const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export interface AxeChoices {
  /** Selector of the part to check. Default: the whole document. */
  readonly within?: string;
  /** True to check only what depends on the theme, in a document whose other rules were checked before. Default: false. */
  readonly onlyColours?: boolean;
}

const colourRules = ["color-contrast", "link-in-text-block"];

/** Returns the problems that axe finds in a document or a part of it, as lines for a failed assertion to show. */
export async function accessibilityProblems(
  frame: Frame | Page,
  { within = ":root", onlyColours = false }: AxeChoices = {},
): Promise<string[]> {
  // axe's own binding for Playwright cannot reach a panel, which is a sandboxed frame of another origin.
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
