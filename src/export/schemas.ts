import * as z from "zod";

/* What the manifest of an export and the note in its own copy say in the same words. */

export const text = z.string().optional();
export const count = z.int().nonnegative();

export const itemMark = z.object({
  /** v3. */
  responseId: text,
  /** v1 and v2, of metadata. */
  answerUid: text,
  finishedAt: text,
});
export type ItemMark = Readonly<z.infer<typeof itemMark>>;

/** Items of one second: ids or, where the version has none, hashes of the items' bytes. */
export const secondItems = z.object({
  finishedAt: z.string(),
  items: z.array(z.string()).readonly(),
});
export type SecondItems = Readonly<z.infer<typeof secondItems>>;
