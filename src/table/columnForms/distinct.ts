/* Limits above which cells or values are too many for one set of codes per column, and how their texts are stored. */

/** Maximum number of distinct cells with codes for the whole column; columns with more are kept by page. */
export const maxDistinct = 0x1_0000;
/** With more distinct cells than this, and over half the rows distinct, most cells to come will be distinct as well. */
export const distinctSample = 4096;

/** Returns a copy of the text, because a slice would keep the whole text of its page in memory. */
export function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
