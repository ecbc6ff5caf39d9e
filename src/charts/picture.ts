/*
 * Pictures as shapes. They are drawn in three ways: in panels in the theme's colours, as an SVG file, and on a canvas.
 */

/** The role of a shape, which determines its colour. Series 0 is the main one. */
export type Ink =
  | { readonly kind: "series"; readonly index: number }
  | { readonly kind: "text" | "quiet" | "axis" | "unknown" | "target" };

export type TextAnchor = "start" | "middle" | "end";

export type Shape =
  | {
      readonly kind: "rect";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly ink: Ink;
      /** Text of the tooltip. */
      readonly title?: string | undefined;
      /** Index, in the data of the picture, of what a click selects. Absent: the shape cannot be clicked. */
      readonly item?: number | undefined;
    }
  | {
      readonly kind: "text";
      readonly x: number;
      /** Position of the base line. */
      readonly y: number;
      readonly text: string;
      readonly anchor: TextAnchor;
      readonly ink: Ink;
      /** CSS pixels. */
      readonly size: number;
      readonly isBold?: boolean | undefined;
    }
  | {
      readonly kind: "line";
      /** x and y of each point, alternating. */
      readonly points: readonly number[];
      readonly ink: Ink;
      readonly isDashed?: boolean | undefined;
    };

/** In CSS pixels, from the upper left corner. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Text for screen readers. The table beside the picture has the figures. */
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/** CSS colours. */
export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly quiet: string;
  readonly axis: string;
  readonly unknown: string;
  readonly target: string;
  readonly series: readonly string[];
  /** A CSS font family. */
  readonly font: string;
}

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
