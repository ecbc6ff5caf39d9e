import { createHash } from "node:crypto";
import type { FiguresQuery } from "./figuresQuery.ts";

/** Returns the hash of a query. It depends neither on the host nor on the order of fields. */
export function figuresHash(query: FiguresQuery): string {
  return createHash("sha256").update(canonical(query)).digest("hex").slice(0, 16);
}

/** Returns JSON with fields sorted by name, without undefined fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) =>
    typeof it === "object" && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  );
}
