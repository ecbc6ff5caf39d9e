import { createHash } from "node:crypto";
import type { FiguresQuery } from "./figuresQuery.ts";

/** The same for the same figures, whichever door and order of fields they were asked by. */
export function figuresHash(query: FiguresQuery): string {
  return createHash("sha256").update(canonical(query)).digest("hex").slice(0, 16);
}

/** JSON with fields in the order of their names, and without those that are undefined. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) =>
    typeof it === "object" && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  );
}
