/* When cells or values are too many to have codes for all rows of a column, and how their texts are kept. */

/** More distinct cells than that are kept by page. */
export const maxDistinct = 0x1_0000;
/** Where more than half of so many cells are distinct, most of those to come will be as well. */
export const distinctSample = 4096;

/** Apart from the page's text, which a part of it would keep in memory. */
export function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
