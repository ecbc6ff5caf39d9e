import axe from "axe-core";
import type { Frame, Page } from "playwright-core";

type AxeCore = typeof axe;

/** What axe finds wrong in one document, or a part of it, as lines for a failed assertion to show. */
export async function accessibilityProblems(
  frame: Frame | Page,
  within = ":root",
): Promise<string[]> {
  // A panel is a sandboxed frame of another origin, where axe's own Playwright binding cannot reach.
  await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate((it) => globalThis.axe.run(it), within);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html}`),
  );
}

declare global {
  var axe: AxeCore;
}
