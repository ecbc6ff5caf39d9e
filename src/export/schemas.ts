import * as z from "zod";

/* Schemas that the manifest of an export and the note in its own copy share. */

export const text = z.string().optional();
export const count = z.int().nonnegative();

export const itemMark = z.object({
  /** Only v3. */
  responseId: text,
  /** Only metadata of v1 and v2. */
  answerUid: text,
  finishedAt: text,
});
export type ItemMark = Readonly<z.infer<typeof itemMark>>;

/** Items of one second: ids or, if the version has none, hashes of the items' bytes. */
export const secondItems = z.object({
  finishedAt: z.string(),
  items: z.array(z.string()).readonly(),
});
export type ItemsOfSecond = Readonly<z.infer<typeof secondItems>>;
