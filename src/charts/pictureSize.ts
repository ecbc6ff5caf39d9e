/** Returns the width of a text, in CSS pixels. */
export type Measure = (text: string, size: number, isBold: boolean) => number;

/** The room for a picture, and how to measure texts in it. */
export interface PictureSize {
  /** CSS pixels; at least `minimumWidth` is used. */
  readonly width: number;
  /** Default: estimates widths, too wide rather than too narrow. */
  readonly measure?: Measure | undefined;
  /** True if the page around the picture shows its title and notes. Default: false, the picture includes them. */
  readonly isInline?: boolean | undefined;
}

export const minimumWidth = 280;
