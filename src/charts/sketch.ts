import { estimatedWidth, wrapped } from "./lines.ts";
import {
  type Ink,
  type Measure,
  minimumWidth,
  type Picture,
  type PictureSize,
  type Shape,
  type TextAnchor,
} from "./picture.ts";

/** Text sizes in CSS pixels. */
export const textSize = 13;
export const smallSize = 11;
export const textInk: Ink = { kind: "text" };
export const quietInk: Ink = { kind: "quiet" };
export const axisInk: Ink = { kind: "axis" };
export const targetInk: Ink = { kind: "target" };

/** Number of series that can have a colour of their own. */
export const maxSeries = 6;

export function seriesInk(index: number): Ink {
  return { kind: "series", index };
}

interface TextLook {
  readonly size?: number;
  readonly ink?: Ink;
  readonly isBold?: boolean;
}

/** Builds a picture from top to bottom. */
export class Sketch {
  readonly left: number;
  readonly right: number;
  readonly isInline: boolean;
  readonly measure: Measure;
  readonly #width: number;
  readonly #shapes: Shape[] = [];
  /** Top of the content that is added next. */
  y: number;

  constructor({ width, measure = estimatedWidth, isInline = false }: PictureSize) {
    const padding = isInline ? 0 : 12;
    this.#width = Math.max(minimumWidth, Math.floor(width));
    this.measure = measure;
    this.isInline = isInline;
    this.left = padding;
    this.right = this.#width - padding;
    this.y = padding;
  }

  get width(): number {
    return this.right - this.left;
  }

  add(...shapes: readonly Shape[]): void {
    this.#shapes.push(...shapes);
  }

  /** Adds lines of text below the content. */
  lines(content: string, look: TextLook & { readonly most?: number } = {}): void {
    const lines = wrapped(content, this.width, { size: textSize, ...look }, this.measure);
    this.y = this.write(lines, this.y, look);
  }

  /** Adds a sentence about the content above. */
  remark(sentence: string): void {
    this.lines(sentence, { size: smallSize, ink: quietInk });
  }

  /** Adds lines of text from `top` on. Returns the bottom of the last line. */
  write(
    lines: readonly string[],
    top: number,
    {
      x = this.left,
      size = textSize,
      ink = textInk,
      isBold = false,
      anchor = "start",
    }: TextLook & { readonly x?: number; readonly anchor?: TextAnchor } = {},
  ): number {
    const height = lineHeight(size);
    for (const [index, line] of lines.entries()) {
      const y = top + index * height + baseline(size);
      this.#shapes.push({
        kind: "text",
        x,
        y,
        text: line,
        anchor,
        ink,
        size,
        ...(isBold ? { isBold } : {}),
      });
    }
    return top + lines.length * height;
  }

  /** Adds the title, unless the page around the picture shows it. */
  heading(title: string): void {
    if (!this.isInline) {
      this.lines(title, { isBold: true, most: 8 });
      this.y += 8;
    }
  }

  /** Adds notes, unless the page around the picture shows them. */
  notes(notes: readonly string[]): void {
    if (this.isInline) {
      return;
    }
    this.y += 8;
    for (const note of notes) {
      this.remark(note);
    }
  }

  /** Adds the names of the series with their colours, side by side if there is room. */
  legend(names: readonly string[]): void {
    const square = 10;
    let x = this.left;
    for (const [index, name] of names.entries()) {
      const pictureSize = this.width - square - 4;
      const lines = wrapped(name, pictureSize, { size: smallSize, most: 2 }, this.measure);
      const width = square + 4 + Math.max(...lines.map((it) => this.measure(it, smallSize, false)));
      if (x > this.left && x + width > this.right) {
        x = this.left;
        this.y += lineHeight(smallSize);
      }
      this.add({
        kind: "rect",
        x,
        y: this.y + 2,
        width: square,
        height: square,
        ink: seriesInk(index),
      });
      const end = this.write(lines, this.y, { x: x + square + 4, size: smallSize });
      x += width + 16;
      if (lines.length > 1) {
        x = this.left;
        this.y = end;
      }
    }
    this.y += (x === this.left ? 0 : lineHeight(smallSize)) + 8;
  }

  /** @param title for a screen reader */
  picture(title: string): Picture {
    const height = Math.ceil(this.y + (this.isInline ? 0 : 12));
    return { width: this.#width, height, title, shapes: this.#shapes };
  }
}

export function lineHeight(size: number): number {
  return Math.round(size * 1.4);
}

/** Returns the distance from the top of a line to its base line. */
export function baseline(size: number): number {
  return Math.round(size * 1.05);
}
