import type { LinkParts } from "./link.ts";

const path = "/figures";

/** Returns a link to figures that an assistant was told. It contains no figures, and opens only on this machine. */
export function figuresLink(scheme: string, extensionId: string, hash: string): string {
  return `${scheme}://${extensionId}${path}?hash=${hash}`;
}

/** Returns the hash of such a link; `undefined` for any other link. VS Code adds query fields of its own. */
export function linkedFigures(
  extensionId: string,
  { authority, path: its, query }: Pick<LinkParts, "authority" | "path" | "query">,
): string | undefined {
  return authority.toLowerCase() === extensionId && its === path
    ? /(?:^|&)hash=([\w-]*)(?:&|$)/.exec(query)?.[1]
    : undefined;
}
