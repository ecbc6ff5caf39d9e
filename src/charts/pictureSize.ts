/** How wide a text is, in CSS pixels. */
export type Measure = (text: string, size: number, isBold: boolean) => number;

/** Where a picture has to go. */
export interface PictureSize {
  /** CSS pixels; less than `minimumWidth` counts as that. */
  readonly width: number;
  /** Absent: widths are estimated, rather too wide than too narrow. */
  readonly measure?: Measure | undefined;
  /** The page around says the title and what the figures are of; else the picture does. */
  readonly isInline?: boolean | undefined;
}

export const minimumWidth = 280;
