import type { LinkParts } from "./link.ts";

const path = "/figures";

/** Leads to figures that an assistant was told. It says nothing of them, and opens only on this machine. */
export function figuresLink(scheme: string, extensionId: string, hash: string): string {
  return `${scheme}://${extensionId}${path}?hash=${hash}`;
}

/** The hash of such a link; `undefined`: it is another one. VS Code adds fields of its own. */
export function linkedFigures(
  extensionId: string,
  { authority, path: its, query }: Pick<LinkParts, "authority" | "path" | "query">,
): string | undefined {
  return authority.toLowerCase() === extensionId && its === path
    ? /(?:^|&)hash=([\w-]*)(?:&|$)/.exec(query)?.[1]
    : undefined;
}
