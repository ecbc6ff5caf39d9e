import type * as z from "zod";

/** Returns the items of a list that the schema decodes, and leaves out the others. A value that is no list has none. */
export function validItems<T>(schema: z.ZodType<T>, value: unknown): T[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((it) => {
    const result = schema.safeParse(it);
    return result.success ? [result.data] : [];
  });
}

/** Parses JSON; returns `undefined` if the text is not JSON. For text that a schema decodes next. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
