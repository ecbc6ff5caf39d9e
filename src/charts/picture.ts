/*
 * A picture as shapes, which are drawn in three ways: by the panels in the theme's colours, as an SVG file, and on a canvas.
 */

/** What a shape is; its colour follows from that. Series 0 is the main one. */
export type Ink =
  | { readonly kind: "series"; readonly index: number }
  | { readonly kind: "text" | "quiet" | "axis" | "unknown" | "target" };

export type Shape =
  | {
      readonly kind: "rect";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly ink: Ink;
      /** What it shows, for a tooltip. */
      readonly title?: string | undefined;
      /** What a click on it is about; the place in what the picture was made of. */
      readonly item?: number | undefined;
    }
  | {
      readonly kind: "text";
      readonly x: number;
      /** Of the base line. */
      readonly y: number;
      readonly text: string;
      readonly anchor: "start" | "middle" | "end";
      readonly ink: Ink;
      /** CSS pixels. */
      readonly size: number;
      readonly isBold?: boolean | undefined;
    }
  | {
      readonly kind: "line";
      /** x and y of each point, one after the other. */
      readonly points: readonly number[];
      readonly ink: Ink;
      readonly isDashed?: boolean | undefined;
    };

/** In CSS pixels, from the upper left corner. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** What a screen reader says of it; the table beside it has the figures. */
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
