import { createHash } from "node:crypto";
import * as z from "zod";
import { responseFilter } from "../messages/requests/schemas.ts";
import { lazy } from "../model/lazy.ts";
import { summaryBases } from "../model/summary.ts";

const name = z.string().min(1).max(2000);
export const figuresQuerySchema = lazy(() =>
  z.strictObject({
    dataSpace: name,
    surveyId: name,
    /** Name of the column, or its key if several have that name. Undefined: the fieldwork. */
    question: name.optional(),
    /** Name of the column by which figures are split. */
    by: name.optional(),
    filter: responseFilter,
    weight: name.optional(),
    base: z.enum(summaryBases),
  }),
);
/** What the figures of an answer were counted from. Enough for the panel to show the same figures. */
export type FiguresQuery = Readonly<z.infer<ReturnType<typeof figuresQuerySchema>>>;

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
